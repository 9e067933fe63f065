// Edits as models write them, each with what has to come of it: the file after it, or what the refusal has to say.

const SAMPLES = {
  js: [
    'import fs from "node:fs"',
    '',
    'export function load(path) {',
    '  const text = fs.readFileSync(path, "utf8")',
    '  if (text === "") {',
    '    throw new Error("the file is empty: " + path)',
    '  }',
    '  return JSON.parse(text)',
    '}',
    '',
    'export const names = ["one", "two", "three"]'
  ],
  python: [
    'class Queue:',
    '    """Items, first in, first out."""',
    '',
    '    def __init__(self, limit=10):',
    '        self.items = []',
    '        self.limit = limit',
    '',
    '    def push(self, item):',
    '        if len(self.items) >= self.limit:',
    '            raise OverflowError("the queue is full")',
    '        self.items.append(item)'
  ],
  yaml: [
    'name: build',
    'on: [push]',
    'jobs:',
    '  test:',
    '    steps:',
    '      - uses: "checkout"',
    '        with: { depth: "full" }',
    '      - run: "make test"',
    '  lint:',
    '    steps:',
    '      - run: "make lint"'
  ],
  prose: [
    '# A "short" manual',
    '',
    'Press the "red" button twice, then wait.',
    '',
    "  - it's loud",
    '  - it\'s slow: "patience" helps',
    '',
    'See "Parts" - the last page.'
  ],
  sql: [
    'select id, name',
    'from   users',
    'where  name = "ann"',
    '  and  age > 30',
    'order  by name;',
    '-- the "end"'
  ]
}

/** Where each sample is edited: the first line and how many. */
const PLACES = [
  [0, 1],
  [2, 2],
  [4, 2],
  [-2, 2]
]

export const corpus = []

const add = (family, name, file, edits, expected) =>
  corpus.push({ family, name, file: Buffer.from(file), edits, expected })

/** Every sample at every place: its lines, the lines before, at and behind the place, and new lines for it. */
function* places() {
  for (const [sample, lines] of Object.entries(SAMPLES)) {
    for (const [from, count] of PLACES) {
      const start = from < 0 ? lines.length + from : from
      const at = lines.slice(start, start + count)
      const fresh = [...at.slice(0, -1), `${indent(at.at(-1))}changed = "yes"`]
      yield { name: `${sample} ${start + 1}`, lines, start, at, fresh, behind: start + count }
    }
  }
}

const indent = (line) => /^[ \t]*/.exec(line)[0]
const join = (lines, end = '\n') => lines.map((line) => line + end).join('')
const one = (oldText, newText) => [{ oldText, newText }]
const put = (lines, start, behind, fresh) => [...lines.slice(0, start), ...fresh, ...lines.slice(behind)]
const typeset = (line) =>
  line
    .replace(/"([^"]*)"/g, '\u201c$1\u201d')
    .replace(/'/g, '\u2019')
    .replace(/ - /g, ' \u2013 ')

for (const { name, lines, start, at, fresh, behind } of places()) {
  const edits = one(at.join('\n'), fresh.join('\n'))
  const after = put(lines, start, behind, fresh)
  const ends = (file) => file.map((line, i) => line + ['\r\n', '\n', '\r'][i % 3])

  add('exact', name, join(lines), edits, { file: join(after) })
  add('exact', `${name}, without a last line end`, lines.join('\n'), edits, { file: after.join('\n') })
  add('deletion', name, join(lines), one(join(at), ''), { file: join(put(lines, start, behind, [])) })
  const key = at.findLast((line) => line.trim() !== '')
  const number = lines.indexOf(key) + 1
  add('insertion', name, join(lines), one(key, `${key}\n$& $1 new`), {
    file: join(put(lines, number, number, ['$& $1 new']))
  })
  add('CRLF', name, join(lines, '\r\n'), edits, { file: join(after, '\r\n') })
  add('CRLF', `${name}, and in the edit`, join(lines), one(at.join('\r\n'), fresh.join('\r\n')), {
    file: join(after)
  })
  add('BOM', name, `\ufeff${join(lines)}`, edits, { file: `\ufeff${join(after)}` })
  add('mixed line ends', name, ends(lines).join(''), edits, { file: ends(after).join('') })

  const odd = (file) =>
    Buffer.concat(
      file.map((line) => Buffer.concat([Buffer.from(line), Buffer.from(' \xe9\xff\n', 'latin1')]))
    )
  add('invalid UTF-8', name, odd(lines), one(at.join(' \ufffd\ufffd\n'), fresh.join(' \ufffd\ufffd\n')), {
    file: odd(after)
  })

  const trailing = (file) => file.map((line, i) => (line === '' ? '' : line + '  '.repeat(1 + (i % 2))))
  // A text that begins on a blank line is there exactly.
  if (at.slice(0, -1).some((line) => line !== '')) {
    add('blanks at the ends of lines', name, join(trailing(lines)), edits, {
      file: join(put(trailing(lines), start, behind, fresh))
    })
  }
  const printed = lines.map(typeset)
  add('typography', name, join(printed), edits, {
    // A place that reads exactly like the edit is found as it is; else the edit's text is put there.
    file: join(put(printed, start, behind, fresh))
  })

  // Tabs in the file, spaces in the edit. A place with another indentation of the same text would make it ambiguous.
  const tabbed = lines.map((line) => line.replace(/^( {2})+/, (blanks) => '\t'.repeat(blanks.length / 2)))
  const kept = put(tabbed, start, behind, [
    ...tabbed.slice(start, behind - 1),
    `${indent(tabbed[behind - 1])}changed = "yes"`
  ])
  add('tabs for spaces', name, join(tabbed), edits, { file: join(kept) })
  const deeper = lines.map((line) => (line === '' ? '' : `      ${line}`))
  add(
    'indentation left out',
    name,
    join(deeper),
    one(at.map((line) => line.trim()).join('\n'), fresh.map((line) => line.trim()).join('\n')),
    {
      file: join(
        put(deeper, start, behind, [
          ...deeper.slice(start, behind - 1),
          `${indent(deeper[behind - 1])}changed = "yes"`
        ])
      )
    }
  )
  const spaced = at.map((line) => line.replace(/(\S) +/g, '$1   '))
  if (spaced.join('\n') !== at.join('\n')) {
    add(
      'blanks between words',
      name,
      join(lines),
      one(spaced.join('\n'), [...spaced.slice(0, -1), fresh.at(-1)].join('\n')),
      {
        file: join(after)
      }
    )
  }

  const moved = [...lines.slice(behind), 'between', ...at, ...lines.slice(0, start)]
  add('moved code', name, join(moved), edits, {
    file: join(put(moved, lines.length - behind + 1, lines.length - start + 1, fresh))
  })
  add(
    'moved code',
    `${name}, with what stood before it`,
    join(moved),
    one(`elsewhere entirely\n${join(at)}`, 'x'),
    {
      refusal: [/Could not find the exact text/, new RegExp(`lines? ${lines.length - behind + 1}\\b`)]
    }
  )

  add('near miss', name, join(lines), one(`${key.trim()}!`, 'x'), {
    refusal: [/Could not find the exact text in/, new RegExp(`line ${number}\\b`), /words/]
  })
  if (key.includes('"')) {
    add('near miss', `${name}, escaped`, join(lines), one(key.replaceAll('"', '\\"'), 'x'), {
      refusal: [/Could not find the exact text in/, new RegExp(`line ${number}\\b`), /escaping/]
    })
  }
  add(
    'near miss',
    `${name}, in capitals`,
    join(lines),
    [...one(lines[0], 'y'), ...one(`${key.toUpperCase()} `, 'x')],
    {
      refusal: [/Could not find edits\[1\]/, new RegExp(`line ${number}\\b`), /capital letters/]
    }
  )
  add('twice', name, join([...lines, ...lines]), edits, {
    refusal: [
      /Found 2 occurrences of the text/,
      new RegExp(`lines ${start + 1}, ${lines.length + start + 1}\\b`)
    ]
  })
  add('overlap', name, join(lines), [...one(at.join('\n'), 'x'), ...one(key, 'y')], {
    refusal: [/edits\[0\] and edits\[1\] overlap/]
  })
  add('no change', name, join(lines), one(at.join('\n'), at.join('\n')), { refusal: [/No changes made/] })
  const second = `${lines[1]}\n`
  add(
    'several',
    name,
    join(lines),
    [...edits, ...one(second + lines[2], `${second}new\n${lines[2]}`)],
    severalOf(lines, start, behind, fresh)
  )
}

/** Besides the place, a line is put between the second line and the third. */
function severalOf(lines, start, behind, fresh) {
  const offset = (line) => join(lines.slice(0, line)).length
  const second = [offset(1), offset(2) + lines[2].length]
  if (offset(start) < second[1] && second[0] < offset(behind) - 1) return { refusal: [/overlap/] }
  return { file: join(put(put(lines, start, behind, fresh), 2, 2, ['new'])) }
}
