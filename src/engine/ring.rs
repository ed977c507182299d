//! A ring of slots that threads fill in any order and whose items are consumed in order.
//!
//! Every thread takes the next ticket, waits until the slot of that ticket is free, and fills it. Then, unless another
//! thread is already doing so, it consumes all items that are ready and next in order. No thread waits for its turn to
//! consume, only for a free slot.
//!
//! `scripts/check --model` explores this code with loom, and needs what is public here: see `tests/model.rs`, which
//! also lists what goes wrong without each of the guards below.

use std::ops::ControlFlow;
use std::sync::PoisonError;

#[cfg(not(loom))]
use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU64, Ordering, fence},
};

#[cfg(loom)]
use loom::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU64, Ordering, fence},
};

/// A ring of slots for items of type `T`, consumed by changing an `S`.
pub struct Ring<T, S> {
    /// The next ticket.
    next: AtomicU64,
    /// The number of consumed items: a copy of [`Consumer::count`] that can be read without its lock.
    consumed: AtomicU64,
    /// Whether the work has ended, or a thread has panicked.
    stopped: AtomicBool,
    /// Ticket `k` belongs to slot `k` modulo the number of slots.
    slots: Vec<Slot<T>>,
    /// Locked only to consume: a thread that finds it locked knows that another one is consuming.
    consumer: Mutex<Consumer<S>>,
    /// Held while deciding to wait for [`progress`](Self::progress).
    waiting: Mutex<()>,
    /// Notified when slots have become free or the ring has stopped.
    progress: Condvar,
}

struct Slot<T> {
    /// `k + 1` once item `k` is ready here, until the next one is. An atomic rather than a field of the locked item, so
    /// that checking it takes no lock: a thread that held the lock only to check could make another one believe that
    /// the slot is still being filled, and the last item would never be consumed.
    ready: AtomicU64,
    /// Locked to fill the slot, then to consume its item, never for both at once.
    item: Mutex<T>,
}

/// The work that is done in order.
struct Consumer<S> {
    state: S,
    /// The number of consumed items.
    count: u64,
    /// Whether no more items are to be consumed.
    ended: bool,
}

impl<T, S> Ring<T, S> {
    /// A ring with these slots. `state` is passed to the thread that consumes.
    pub fn new(slots: impl Iterator<Item = T>, state: S) -> Self {
        let slot = |item| Slot {
            ready: AtomicU64::new(0),
            item: Mutex::new(item),
        };
        let consumer = Consumer {
            state,
            count: 0,
            ended: false,
        };
        Self {
            next: AtomicU64::new(0),
            consumed: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            slots: slots.map(slot).collect(),
            consumer: Mutex::new(consumer),
            waiting: Mutex::new(()),
            progress: Condvar::new(),
        }
    }

    /// The state, once no thread uses the ring.
    pub fn into_state(self) -> S {
        let consumer = self.consumer.into_inner();
        consumer.unwrap_or_else(PoisonError::into_inner).state
    }

    /// Runs on every thread until `consume` has returned `Break`. `consume` is called for tickets 0, 1, 2 and so on, by
    /// one thread at a time; before that, `work` is called for each ticket, by several threads at once.
    pub fn take_part(
        &self,
        mut work: impl FnMut(u64, &mut T),
        consume: impl Fn(&mut S, u64, &mut T) -> ControlFlow<()>,
    ) {
        let _stop = OnPanic(|| self.stop());
        loop {
            let k = self.next.fetch_add(1, Ordering::Relaxed);
            if !self.wait_for(|consumed| k < consumed + self.slots.len() as u64) {
                return;
            }
            let slot = self.slot(k);
            work(k, &mut lock(&slot.item));
            slot.ready.store(k + 1, Ordering::SeqCst);
            self.consume_ready(&consume);
        }
    }

    /// Makes all threads return.
    fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.notify();
    }

    fn notify(&self) {
        // A thread that is about to wait decided so under this lock, and must not miss this.
        drop(lock(&self.waiting));
        self.progress.notify_all();
    }

    fn slot(&self, k: u64) -> &Slot<T> {
        &self.slots[(k % self.slots.len() as u64) as usize]
    }

    /// Whether item `k` is ready to be consumed.
    fn is_ready(&self, k: u64) -> bool {
        self.slot(k).ready.load(Ordering::SeqCst) == k + 1
    }

    /// Waits until `is_enough` of the number of consumed items. Returns false if the ring has stopped.
    fn wait_for(&self, is_enough: impl Fn(u64) -> bool) -> bool {
        let stopped = || self.stopped.load(Ordering::SeqCst);
        let must_wait = || !is_enough(self.consumed.load(Ordering::SeqCst)) && !stopped();
        if must_wait() {
            let mut waiting = lock(&self.waiting);
            while must_wait() {
                let woken = self.progress.wait(waiting);
                waiting = woken.unwrap_or_else(PoisonError::into_inner);
            }
        }
        !stopped()
    }

    /// Consumes the items that are next in order and ready, unless another thread is consuming.
    fn consume_ready(&self, consume: impl Fn(&mut S, u64, &mut T) -> ControlFlow<()>) {
        // A thread that finds another one consuming leaves its item to that one, which must therefore check again after
        // it has unlocked. The first fence orders "ready, then try to lock" in one thread, the second "unlock, then
        // check" in the other: one of them sees the other's step.
        loop {
            fence(Ordering::SeqCst);
            let Ok(mut consumer) = self.consumer.try_lock() else {
                return;
            };
            let before = consumer.count;
            while !consumer.ended && self.is_ready(consumer.count) {
                self.consume_next(&mut consumer, &consume);
            }
            let Consumer { count, ended, .. } = *consumer;
            drop(consumer);
            if ended {
                self.stop();
            } else if count != before {
                self.notify();
            }
            fence(Ordering::SeqCst);
            if ended || !self.is_ready(count) {
                return;
            }
        }
    }

    fn consume_next(&self, consumer: &mut Consumer<S>, consume: impl Fn(&mut S, u64, &mut T) -> ControlFlow<()>) {
        let k = consumer.count;
        let flow = consume(&mut consumer.state, k, &mut lock(&self.slot(k).item));
        consumer.ended = flow.is_break();
        consumer.count += 1;
        self.consumed.store(consumer.count, Ordering::SeqCst);
    }
}

/// Runs the closure if the thread is unwinding.
struct OnPanic<F: Fn()>(F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0();
        }
    }
}

/// Locks `mutex`, poisoned or not: a panic stops the ring, and the thread scope propagates it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
