use super::reindented;

fn text(lines: &[&str]) -> String {
    lines.join("\n")
}

#[test]
fn f32_spaces_of_an_edit_become_the_tabs_of_the_file() {
    let file = text(&["\tif (a) {", "\t\tb()", "\t}"]);
    let old = text(&["    if (a) {", "        b()", "    }"]);
    let new = text(&[
        "    if (a) {",
        "        b()",
        "        if (c) {",
        "            d()",
        "        }",
        "    }",
    ]);
    let expected = text(&["\tif (a) {", "\t\tb()", "\t\tif (c) {", "\t\t\td()", "\t\t}", "\t}"]);
    assert_eq!(reindented(&file, &old, &new, "\t"), expected);
}

#[test]
fn f32_tabs_of_an_edit_become_the_spaces_of_the_file() {
    let file = text(&["  a {", "    b", "  }"]);
    let old = text(&["\ta {", "\t\tb", "\t}"]);
    let new = text(&["\ta {", "\t\tc", "\t\t\td", "\t}"]);
    assert_eq!(reindented(&file, &old, &new, "  "), text(&["  a {", "    c", "      d", "  }"]));
}

#[test]
fn f32_two_spaces_become_four_at_every_depth() {
    let file = text(&["    a:", "        b:", "            c"]);
    let old = text(&["  a:", "    b:", "      c"]);
    let new = text(&["  a:", "    b:", "      x:", "        y", "z"]);
    let expected = text(&["    a:", "        b:", "            x:", "                y", ""]) + "z";
    assert_eq!(reindented(&file, &old, &new, "    "), expected);
}

#[test]
fn f32_an_edit_without_the_common_indentation_gets_it() {
    let file = text(&["foo(", "      1,", "      2", "    )"]);
    let old = text(&["foo(", "  1,", "  2", ")"]);
    let new = text(&["foo(", "  1,", "  3,", "  4", ")"]);
    assert_eq!(
        reindented(&file, &old, &new, "    "),
        text(&["foo(", "      1,", "      3,", "      4", "    )"])
    );
}

#[test]
fn f32_lines_that_the_edit_keeps_stay_as_the_file_has_them() {
    let file = text(&["\tx  =  1  ", "\ty = 2", "\tz\t= 3"]);
    let old = text(&["    x = 1", "    y = 2", "    z = 3"]);
    let new = text(&["    x = 1", "    y = 5", "", "    z = 3"]);
    assert_eq!(
        reindented(&file, &old, &new, "\t"),
        text(&["\tx  =  1  ", "\ty = 5", "", "\tz\t= 3"])
    );
}

#[test]
fn f32_an_outdent_below_the_edit_is_taken_from_the_file() {
    let file = text(&["\t\t\ta", "\t\t\tb"]);
    let old = text(&["        a", "        b"]);
    let new = text(&["        a", "    }", "    else {", "        c"]);
    assert_eq!(
        reindented(&file, &old, &new, "\t\t\t"),
        text(&["\t\t\ta", "\t\t}", "\t\telse {", "\t\t\tc"])
    );
}

#[test]
fn f32_a_text_inside_a_line_goes_on_there() {
    assert_eq!(reindented("a  =  1", "a = 1", "b = 2", "\t\t"), "b = 2");
    assert_eq!(
        reindented("(x)  {\n\t\ty", "(x) {\n    y", "(z) {\n    y\n    w", "\t"),
        "(z) {\n\t\ty\n\t\tw"
    );
}

#[test]
fn f32_the_nearest_line_says_how_far_a_new_one_is_indented() {
    assert_eq!(
        reindented("foo(\n      1", "foo(\n  1", "foo(\n  1\n\nend", "    "),
        "foo(\n      1\n\n    end"
    );
    assert_eq!(reindented("  a\n    b", "a\nb", "a\nb\nc", "  "), "  a\n    b\n    c");
    assert_eq!(reindented("  a\n    b", "a\nb", "a\nb\n  c", "  "), "  a\n    b\n      c");
}

#[test]
fn f32_a_step_is_what_the_lines_at_hand_say_or_four_spaces() {
    assert_eq!(reindented("\tx", "  x", "  x\n    y", "\t"), "\tx\n\t\ty");
    assert_eq!(reindented("a", "\ta", "\ta\n\t\tb", ""), "a\n    b");
    assert_eq!(reindented("\ta", "a", "a\n    b\n      c", "\t"), "\ta\n\t\tb\n\t\t  c");
}
