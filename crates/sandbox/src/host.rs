//! What a host program writes around its `main`.

/// Makes a program a host whose own executable serves as the worker.
///
/// It does the two things that the worker needs of the executable: it installs the metering allocator, which holds programs
/// to their memory limit, and it calls [`init`](crate::init) before anything else in `main`. In a process that was not
/// started as a worker the allocator only forwards to the system's, and `init` returns at once.
///
/// ```rust,standalone_crate
/// mikoshi_sandbox::host! {
///     fn main() {
///         println!("an ordinary program");
///     }
/// }
/// ```
///
/// `main` may be `async` where an attribute makes it an ordinary function:
///
#[cfg_attr(feature = "tokio", doc = "```rust,standalone_crate")]
#[cfg_attr(not(feature = "tokio"), doc = "```rust,ignore")]
/// mikoshi_sandbox::host! {
///     #[tokio::main]
///     async fn main() -> Result<(), mikoshi_sandbox::Error> {
///         let sandbox = mikoshi_sandbox::Sandbox::builder().workers(1).build()?;
///         assert!(sandbox.execute_async("1 + 1 === 2").await?.passed);
///         Ok(())
///     }
/// }
/// ```
///
/// A host that has an allocator of its own, or needs a `main` of another shape, writes the parts itself: a
/// `#[global_allocator]` of the type [`MeteredAlloc`](crate::MeteredAlloc) and a call of [`init`](crate::init).
#[macro_export]
macro_rules! host {
    ($(#[$meta:meta])* async fn main() $(-> $result:ty)? $body:block) => {
        $crate::host!(@allocator);
        fn main() $(-> $result)? {
            $crate::init();
            host_main()
        }
        $(#[$meta])*
        async fn host_main() $(-> $result)? $body
    };
    ($(#[$meta:meta])* fn main() $(-> $result:ty)? $body:block) => {
        $crate::host!(@allocator);
        fn main() $(-> $result)? {
            $crate::init();
            host_main()
        }
        $(#[$meta])*
        fn host_main() $(-> $result)? $body
    };
    (@allocator) => {
        #[global_allocator]
        static MIKOSHI_ALLOCATOR: $crate::MeteredAlloc = $crate::MeteredAlloc;
    };
}
