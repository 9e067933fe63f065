use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{Answer, Ask, Entry, Failure, Kind, Outcome, Subject, Target, Walk};
use crate::resource::Document;

/// A disk in memory: a path is a folder, a file with a text, or a link to a path.
#[derive(Debug, Clone)]
enum Node {
    Folder,
    File(&'static str),
    Link(String),
}

type Disk = BTreeMap<String, Node>;

const SKILL: &str = "---\ndescription: d\n---\n";

fn real(disk: &Disk, path: &str) -> Option<String> {
    let mut at = String::new();
    let mut rest: Vec<String> =
        path.split('/').rev().filter(|part| !part.is_empty()).map(str::to_owned).collect();
    for _ in 0..200 {
        let Some(part) = rest.pop() else { return Some(at) };
        let next = format!("{at}/{part}");
        match disk.get(&next)? {
            Node::Link(to) => {
                at = String::new();
                rest.extend(to.split('/').rev().filter(|part| !part.is_empty()).map(str::to_owned));
            }
            _ => at = next,
        }
    }
    None
}

fn entry(disk: &Disk, real: &str, path: &str) -> Entry {
    let kind = match &disk[real] {
        Node::Folder => Kind::Directory,
        Node::File(_) => Kind::File,
        Node::Link(_) => Kind::Symlink,
    };
    Entry { name: path.rsplit('/').next().unwrap().to_owned(), path: path.to_owned(), kind }
}

fn answer(disk: &Disk, ask: &Ask) -> Answer {
    let path = ask.path();
    let Some(place) = real(disk, path) else {
        return Answer::Failed(Failure { missing: true, message: "nothing there".to_owned() });
    };
    match ask {
        Ask::Inspect(_) => Answer::Entry(entry(disk, path, path)),
        Ask::Follow(_) => {
            let kind = entry(disk, &place, path).kind;
            Answer::Target(Target { canonical: place, kind })
        }
        Ask::List(_) => {
            let inside =
                |child: &&String| child.rsplit_once('/').is_some_and(|(above, _)| above == place);
            let listed = disk.keys().filter(inside).map(|child| {
                let name = child.rsplit('/').next().unwrap();
                entry(disk, child, &format!("{path}/{name}"))
            });
            Answer::Entries(listed.collect())
        }
        Ask::Read(_) | Ask::Document(_) => match (&disk[&place], ask) {
            (Node::File(text), Ask::Read(_)) => Answer::Text((*text).to_owned()),
            (Node::File(text), _) => Answer::Document(Document::parse(text)),
            _ => Answer::Failed(Failure { missing: false, message: "no file".to_owned() }),
        },
    }
}

/// What comes of the paths under `/r`, and how many questions were asked.
fn outcomes(disk: &Disk) -> (Vec<Outcome>, usize) {
    let mut walk = Walk::new(Subject::Skills, ["/r".to_owned()]);
    let mut asked = 0;
    loop {
        let answers: Vec<_> = walk.asks().map(|ask| answer(disk, ask)).collect();
        if answers.is_empty() {
            return (walk.finish(), asked);
        }
        asked += answers.len();
        walk.feed(answers);
    }
}

/// The paths of the skills, and how many questions were asked.
fn walked(disk: &Disk) -> (Vec<String>, usize) {
    let (outcomes, asked) = outcomes(disk);
    let found = outcomes.iter().filter(|outcome| outcome.skill.is_some());
    (found.map(|outcome| outcome.at.join("/")).collect(), asked)
}

fn disk(nodes: &[(&str, Node)]) -> Disk {
    nodes.iter().map(|(path, node)| ((*path).to_owned(), node.clone())).collect()
}

#[test]
fn a15_a_walk_asks_only_what_it_needs() {
    let disk = disk(&[
        ("/r", Node::Folder),
        ("/r/s", Node::Folder),
        ("/r/s/SKILL.md", Node::File(SKILL)),
        ("/r/s/link", Node::Link("/r".to_owned())),
        ("/r/s/deep", Node::Folder),
        ("/r/node_modules", Node::Folder),
    ]);
    // The root, where it is, what is in it; what is in the skill, and its text.
    assert_eq!(walked(&disk), (vec!["s".to_owned()], 5));
}

#[test]
fn a15_answers_to_other_questions_are_none() {
    let mut walk = Walk::new(Subject::Skills, ["/r".to_owned()]);
    walk.feed([Answer::Text(String::new())]);
    assert_eq!(walk.asks().len(), 0);
    assert!(walk.finish().is_empty());
}

#[test]
fn f26_a_link_to_the_folder_it_is_in_is_not_followed() {
    let mut nodes = vec![("/r", Node::Folder), ("/r/a", Node::Folder), ("/r/a/s", Node::Folder)];
    nodes.push(("/r/a/s/SKILL.md", Node::File(SKILL)));
    for to in ["/r", "/r/a", "/r/a/up"] {
        let mut nodes = nodes.clone();
        nodes.push(("/r/a/up", Node::Link(to.to_owned())));
        assert_eq!(walked(&disk(&nodes)).0, ["a/s"]);
    }
}

#[test]
fn f26_folders_that_all_link_to_each_other_are_not_walked_in_every_order() {
    let mut nodes = disk(&[("/r", Node::Folder)]);
    for from in 0..9 {
        nodes.insert(format!("/r/{from}"), Node::Folder);
        for to in 0..9 {
            nodes.insert(format!("/r/{from}/{to}"), Node::Link(format!("/r/{to}")));
        }
    }
    let (_, asked) = walked(&nodes);
    assert!(asked < 2000, "{asked} questions");
}

#[test]
fn a15_what_is_hidden_or_ignored_is_no_skill() {
    let mut disk = disk(&[
        ("/r", Node::Folder),
        ("/r/top.md", Node::File(SKILL)),
        ("/r/.hidden.md", Node::File(SKILL)),
        ("/r/.gitignore", Node::File("/anywhere\na/by-path\nlater\n!kept\n")),
        ("/r/.ignore", Node::File("again")),
        ("/r/a/.gitignore", Node::File("here\n!later\nkept\nSKILL.md")),
        ("/r/a/below.md", Node::File(SKILL)),
        ("/r/a/SKILL.md", Node::File(SKILL)),
        ("/r/b/.gitignore", Node::Folder),
        ("/r/file", Node::Link("/r/top.md".to_owned())),
        ("/r/gone", Node::Link("/nowhere".to_owned())),
        ("/r/gone.md", Node::Link("/nowhere".to_owned())),
        ("/r/l/SKILL.md", Node::Link("/r/top.md".to_owned())),
        ("/r/m.md", Node::Link("/r/top.md".to_owned())),
    ]);
    for folder in [
        ".dot",
        "node_modules",
        "a",
        "a/anywhere",
        "a/by-path",
        "a/later",
        "a/kept",
        "a/here",
        "a/x",
        "a/x/here",
        "again",
        "b",
        "b/later",
        "b/kept",
        "l",
    ] {
        disk.insert(format!("/r/{folder}"), Node::Folder);
        // A link that leads to it is a file like it, and a folder with one is a skill.
        disk.entry(format!("/r/{folder}/s")).or_insert(Node::Folder);
        disk.insert(format!("/r/{folder}/s/SKILL.md"), Node::File(SKILL));
    }
    let (outcomes, _) = outcomes(&disk);
    let mut found: Vec<String> = outcomes.iter().map(|outcome| outcome.at.join("/")).collect();
    found.sort();
    assert_eq!(
        found,
        ["a/later/s", "a/s", "a/x/here/s", "a/x/s", "b/kept/s", "b/s", "l", "m.md", "top.md"]
    );
}

#[test]
fn a15_only_what_is_there_and_fails_is_told() {
    let (none, _) = outcomes(&disk(&[]));
    assert!(none.is_empty(), "a root that is missing");
    let mut walk = Walk::new(Subject::Skills, ["/r".to_owned()]);
    walk.feed([Answer::Failed(Failure { missing: false, message: "denied".to_owned() })]);
    let told = serde_json::to_value(walk.finish()).unwrap();
    assert_eq!(told[0]["diagnostics"][0]["code"], "file_info_failed");
    assert_eq!(told[0]["diagnostics"][0]["message"], "denied");
}

proptest! {
    #[test]
    fn f26_folders_with_any_links_between_them_end_and_no_skill_is_missing(
        links in prop::collection::vec((0_usize..6, 0_usize..6, 0_usize..8), 0..24),
    ) {
        let folder = |i: usize| format!("/r/{}", ["a", "b", "c", "a/d", "a/d/e", "b/f"][i]);
        let mut disk = disk(&[("/r", Node::Folder)]);
        for i in 0..6 {
            disk.insert(folder(i), Node::Folder);
            disk.insert(format!("{}/s", folder(i)), Node::Folder);
            disk.insert(format!("{}/s/SKILL.md", folder(i)), Node::File(SKILL));
        }
        for (from, name, to) in links {
            let target = if to < 6 { folder(to) } else { "/r".to_owned() };
            disk.entry(format!("{}/l{name}", folder(from))).or_insert(Node::Link(target));
        }
        let (mut found, asked) = walked(&disk);
        for i in 0..6 {
            let own = format!("{}/s", folder(i).strip_prefix("/r/").unwrap());
            prop_assert!(found.contains(&own), "{own} is missing");
        }
        prop_assert!(asked < 10_000);
        let all = found.len();
        found.sort();
        found.dedup();
        prop_assert_eq!(found.len(), all);
    }
}
