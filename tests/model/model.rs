//! The ring that threads share, explored by loom: every order in which its steps can happen, up to a number of
//! preemptions, and every value that the memory model lets a load return.
//!
//! Every guard in `src/engine/ring.rs` was removed once, to see the model fail. Each time loom found an execution in
//! which all threads wait forever ("deadlock"):
//!
//! | without | those that failed |
//! |---|---|
//! | the fence before `try_lock` | those with two slots |
//! | the fence before the last look | those with two slots |
//! | the last look, after unlocking | those with two slots |
//! | the lock taken before `notify_all` | all |
//! | an atomic `ready`: the slot is locked to look, if it can be | all but three threads with one slot |
//!
//! A ring of one slot does not need the first three: a thread cannot fill the next item before the current one has been
//! consumed.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ring::Ring;

/// Explores `threads` threads that put items through a ring of `slots` slots, until item `last` has been consumed. If
/// threads wait forever, loom reports a deadlock.
fn explore(threads: usize, slots: usize, last: u64, preemptions: usize) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions);
    model.max_branches = 100_000;
    let runs = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&runs);
    model.check(move || {
        counter.fetch_add(1, Ordering::Relaxed);
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
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
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
        let ring = Arc::try_unwrap(ring).ok();
        let ring = ring.expect("no thread still holds the ring");
        assert_eq!(ring.into_state(), (0..=last).collect::<Vec<u64>>());
    });
    let runs = runs.load(Ordering::Relaxed);
    println!("{threads} threads, {slots} slots, {preemptions} preemptions: {runs} interleavings");
}

#[test]
fn two_or_three_threads_with_one_or_two_slots_consume_all_items_in_order() {
    explore(2, 1, 2, 4);
    explore(2, 2, 3, 3);
    explore(3, 1, 2, 2);
    explore(3, 2, 2, 2);
}
