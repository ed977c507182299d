//! The ring that threads share, explored by loom: every order in which its steps can happen, up to
//! a number of preemptions, and every value that the memory model lets a load return.

use std::ops::ControlFlow;
use std::sync::Arc;

use ring::Ring;

/// Explores `threads` threads that put items through a ring of `slots` slots, until item `last` has been
/// consumed. If threads wait forever, loom reports a deadlock.
fn explore(threads: usize, slots: usize, last: u64, preemptions: Option<usize>) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = preemptions;
    model.max_branches = 100_000;
    let runs = Arc::new(std::sync::atomic::AtomicU64::new(0));
    let counter = Arc::clone(&runs);
    model.check(move || {
        counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        // An empty slot holds a number that is never a ticket.
        let ring = Arc::new(Ring::new((0..slots).map(|_| u64::MAX), Vec::new()));
        let take_part = move |ring: &Ring<u64, Vec<u64>>| {
            ring.take_part(
                |k, item| {
                    assert_eq!(*item, u64::MAX, "a slot is filled that is in use");
                    *item = k;
                },
                |consumed, k, item| {
                    assert_eq!(*item, k, "the slot holds another item");
                    *item = u64::MAX;
                    consumed.push(k);
                    if k == last {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
        };
        let others: Vec<_> = (1..threads)
            .map(|_| {
                let ring = Arc::clone(&ring);
                loom::thread::spawn(move || take_part(&ring))
            })
            .collect();
        take_part(&ring);
        for other in others {
            other.join().unwrap();
        }
        let Ok(ring) = Arc::try_unwrap(ring) else {
            panic!("a thread still holds the ring");
        };
        assert_eq!(ring.into_state(), (0..=last).collect::<Vec<u64>>());
    });
    let runs = runs.load(std::sync::atomic::Ordering::Relaxed);
    println!("{threads} threads, {slots} slots, {last}, {preemptions:?}: {runs} runs");
}

#[test]
fn explore_from_env() {
    let a: Vec<u64> = std::env::var("MODEL").unwrap().split(' ').map(|x| x.parse().unwrap()).collect();
    explore(a[0] as usize, a[1] as usize, a[2], (a[3] != 99).then_some(a[3] as usize));
}
