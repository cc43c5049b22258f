//! The library from many threads and from tokio: side by side, bounded, cancellable.

use std::thread;
use std::time::{Duration, Instant};

use mikoshi_sandbox::{Cancel, Error, Limits, Sandbox, Status};

use crate::support::{SANDBOX, builder};

const ENDLESS: &str = "for (;;) {}";

/// So long that nothing here reaches it.
fn patient() -> Limits {
    let mut limits = Limits::default();
    limits.timeout_ms = 100_000;
    limits
}

#[test]
fn a_sandbox_can_go_anywhere() {
    fn anywhere<T: Send + Sync + Clone + 'static>() {}
    anywhere::<Sandbox>();
}

#[test]
fn executions_side_by_side_do_not_disturb_each_other() {
    let programs =
        [("true", Status::Passed), ("null.x", Status::RuntimeError), ("const f = () => f(); f()", Status::StackLimit)];
    thread::scope(|scope| {
        for n in 0..6 {
            let (code, status) = programs[n % programs.len()];
            let sandbox = SANDBOX.clone();
            scope.spawn(move || {
                for _ in 0..20 {
                    assert_eq!(sandbox.execute(code).unwrap().status, status);
                }
            });
        }
    });
}

#[test]
fn cancelling_ends_an_execution_at_once() {
    let cancel = Cancel::default();
    let sandbox = builder().workers(1).limits(patient()).build().unwrap().with_cancel(&cancel);
    let begun = Instant::now();
    let waiting = thread::spawn(move || sandbox.execute(ENDLESS));
    thread::sleep(Duration::from_millis(200));
    cancel.cancel();
    assert!(matches!(waiting.join().unwrap(), Err(Error::Cancelled)));
    assert!(begun.elapsed() < Duration::from_secs(50));
}

#[test]
fn a_full_queue_is_busy() {
    let sandbox = builder().workers(1).queue(0).limits(patient()).build().unwrap();
    let cancel = Cancel::default();
    let holder = sandbox.with_cancel(&cancel);
    // Either may find the other in the one place there is, until the endless one has it.
    let holding = thread::spawn(move || {
        loop {
            match holder.execute(ENDLESS) {
                Err(Error::Busy) => {}
                other => return other,
            }
        }
    });
    let begun = Instant::now();
    loop {
        match sandbox.execute("true") {
            Err(Error::Busy) => break,
            // The holder has not begun yet.
            other => assert!(other.unwrap().passed),
        }
        assert!(begun.elapsed() < Duration::from_secs(50));
    }
    cancel.cancel();
    assert!(matches!(holding.join().unwrap(), Err(Error::Cancelled)));
    assert!(sandbox.execute("true").unwrap().passed);
}

#[test]
fn a_worker_that_is_none_is_named() {
    let error = builder().worker_path("/no/such/mikoshi").build().unwrap_err();
    assert!(matches!(error, Error::Worker(_)), "{error:?}");
    assert!(error.to_string().contains("/no/such/mikoshi"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn futures_run_side_by_side() {
    let sandbox = builder().workers(2).build().unwrap();
    let tasks: Vec<_> = (0..50)
        .map(|n| {
            let sandbox = sandbox.clone();
            tokio::spawn(async move { sandbox.execute_async(format!("{n} % 2 === 0")).await })
        })
        .collect();
    for (n, task) in tasks.into_iter().enumerate() {
        assert_eq!(task.await.unwrap().unwrap().passed, n % 2 == 0);
    }
    assert!(!sandbox.check_async("eval('1')").await.unwrap().accepted);
    assert!(sandbox.check_async("true").await.unwrap().accepted);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_future_frees_its_worker() {
    let sandbox = builder().workers(1).limits(patient()).build().unwrap();
    for _ in 0..3 {
        let waited = tokio::time::timeout(Duration::from_millis(100), sandbox.execute_async(ENDLESS)).await;
        assert!(waited.is_err());
    }
    let verdict = tokio::time::timeout(Duration::from_secs(50), sandbox.execute_async("true")).await;
    assert!(verdict.unwrap().unwrap().passed);
}

#[tokio::test(flavor = "multi_thread")]
async fn futures_beyond_the_queue_are_busy() {
    let sandbox = builder().workers(1).queue(1).limits(patient()).build().unwrap();
    let hold = |sandbox: Sandbox| {
        tokio::spawn(async move {
            while let Err(Error::Busy) = sandbox.execute_async(ENDLESS).await {
                tokio::task::yield_now().await;
            }
        })
    };
    let (running, waiting) = (hold(sandbox.clone()), hold(sandbox.clone()));
    let begun = Instant::now();
    loop {
        let tried = tokio::time::timeout(Duration::from_millis(100), sandbox.execute_async("true")).await;
        if let Ok(Err(Error::Busy)) = tried {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(50));
    }
    running.abort();
    waiting.abort();
    // Their places are free once their workers are gone.
    let passed = loop {
        match sandbox.execute_async("true").await {
            Err(Error::Busy) => tokio::time::sleep(Duration::from_millis(5)).await,
            other => break other.unwrap().passed,
        }
        assert!(begun.elapsed() < Duration::from_secs(100));
    };
    assert!(passed);
}

#[test]
fn outside_of_a_runtime_the_async_calls_say_so() {
    let mut future = std::pin::pin!(SANDBOX.execute_async("true"));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let polled = std::future::Future::poll(future.as_mut(), &mut context);
    assert!(matches!(polled, std::task::Poll::Ready(Err(Error::NoRuntime))));
}
