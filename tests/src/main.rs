//! The command `mikoshi` for the tests of this package; see its manifest.

mikoshi_sandbox::host! {
    fn main() -> std::process::ExitCode {
        mikoshi_cli::main(std::env::args_os())
    }
}
