//! The kernel for AArch64 processors.

pub(super) mod neon;
