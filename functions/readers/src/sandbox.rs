//! Sandbox of a reader: a hostile file that takes over the process can access nothing except itself.

use inspect::protocol::SandboxStatus;

/// Permanently restricts this thread, and the threads and processes that it starts later. Open files stay usable, but
/// no others can be opened. Does nothing on systems other than Linux.
#[must_use]
pub fn enter_sandbox() -> SandboxStatus {
    #[cfg(target_os = "linux")]
    {
        // Apply Landlock first: a longer list of refused calls for seccomp could later forbid the calls of Landlock.
        let landlock = linux::apply_landlock().unwrap_or(false);
        SandboxStatus { landlock, seccomp: linux::apply_seccomp().is_ok() }
    }
    #[cfg(not(target_os = "linux"))]
    SandboxStatus::default()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::env::consts::ARCH;

    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetError, RulesetStatus, Scope,
    };
    use seccompiler::{
        BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
        SeccompFilter, SeccompRule,
    };

    /// Newest Landlock version that is requested. An older kernel enforces the rights that it knows.
    const RIGHTS: ABI = ABI::V6;

    /// Forbids opening files and signalling or tracing other processes. Returns true if the kernel enforces any of
    /// these rules.
    pub(super) fn apply_landlock() -> Result<bool, RulesetError> {
        let rules = Ruleset::default()
            .handle_access(AccessFs::from_all(RIGHTS))?
            .handle_access(AccessNet::from_all(RIGHTS))?
            .scope(Scope::from_all(RIGHTS))?
            .create()?;
        Ok(rules.restrict_self()?.ruleset != RulesetStatus::NotEnforced)
    }

    /// Makes the system calls in [`REFUSED`] fail with `EPERM`. An allow list would be stricter, but would break
    /// readers whenever the C library uses another system call.
    pub(super) fn apply_seccomp() -> Result<(), Error> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
        // Signals to the own process stay allowed, because `abort` needs one.
        rules.insert(libc::SYS_tgkill, vec![to_others()?]);
        let not_permitted = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, not_permitted, ARCH.try_into()?)?;
        let program: BpfProgram = filter.try_into()?;
        seccompiler::apply_filter(&program)
    }

    /// Returns a rule that matches if the first argument is another process.
    fn to_others() -> Result<SeccompRule, BackendError> {
        let me = u64::from(std::process::id());
        SeccompRule::new(vec![SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, me)?])
    }

    const REFUSED: &[i64] = &[
        // Files.
        #[cfg(target_arch = "x86_64")]
        libc::SYS_open,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_creat,
        libc::SYS_openat,
        libc::SYS_openat2,
        libc::SYS_open_by_handle_at,
        libc::SYS_memfd_create,
        // Sockets, including those opened through io_uring.
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept,
        libc::SYS_accept4,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
        // Other programs and processes.
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_process_madvise,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_getfd,
        libc::SYS_pidfd_send_signal,
        libc::SYS_kill,
        libc::SYS_tkill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        // System calls that control the kernel itself.
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_mount,
    ];
}
