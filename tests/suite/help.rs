//! The help texts, as people see them.

use crate::support::mikoshi;

#[test]
fn help_is_worth_reading() {
    let pages = [
        mikoshi(["--help"]),
        mikoshi(["run", "--help"]),
        mikoshi(["check", "--help"]),
        mikoshi(["batch", "--help"]),
        mikoshi(["explain", "--help"]),
        mikoshi(["doctor", "--help"]),
    ];
    assert!(pages.iter().all(|p| p.exit == Some(0) && p.stderr.is_empty()));
    let text: Vec<_> = pages.iter().map(|p| p.stdout.as_str()).collect();
    insta::assert_snapshot!("help", text.join("\n────────────────────\n\n"));
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(mikoshi(["--version"]).stdout, format!("mikoshi {}\n", env!("CARGO_PKG_VERSION")));
}
