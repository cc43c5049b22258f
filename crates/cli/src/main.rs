//! The command `mikoshi`. It is its own worker.

mikoshi_sandbox::host! {
    fn main() -> std::process::ExitCode {
        mikoshi_cli::main(std::env::args_os())
    }
}
