//! Distribution of tasks over days.

/// The gap of a card to which a task belongs. Only one gap of a card comes on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GapOfNote {
    /// Number of the stored card among those with gaps, from 0.
    pub(super) note: usize,
    /// Index of the gap in the review log.
    pub(super) card: usize,
    /// Whether another task of the gap comes first. Such tasks are placed last, and left out if no day is free.
    pub(super) is_repeat: bool,
}

impl GapOfNote {
    /// Returns the gap for a later task.
    pub(super) fn again(self) -> Self {
        Self { is_repeat: true, ..self }
    }
}

/// An indivisible task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Task<Part> {
    pub(super) part: Part,
    /// Best day for the task, from 0.
    pub(super) ideal: usize,
    /// Earliest possible day.
    pub(super) earliest: usize,
    /// Duration in seconds.
    pub(super) secs: u64,
    pub(super) gap: Option<GapOfNote>,
}

/// The current length of each day.
pub(super) struct DayLoads {
    days: Vec<u64>,
    /// Days on which a gap of a card comes, for each stored card with gaps: the day, and the index of the gap.
    taken: Vec<Vec<(usize, usize)>>,
    /// Duration of all tasks in seconds.
    total_secs: u64,
}

impl DayLoads {
    /// `taken` has the gap that comes on the first day, if any, for each stored card with gaps.
    pub(super) fn new<Part>(days: usize, tasks: &[Task<Part>], taken: &[Option<usize>]) -> Self {
        Self {
            days: vec![0; days],
            taken: taken.iter().map(|card| card.iter().map(|card| (0, *card)).collect()).collect(),
            total_secs: tasks.iter().map(|task| task.secs).sum(),
        }
    }

    pub(super) fn add(&mut self, day: usize, secs: u64) {
        self.days[day] += secs;
    }

    /// Returns the day of each task; the first day for tasks that are not open. The task of a gap has no day if siblings
    /// take all days.
    ///
    /// Tasks longer than the mean of the days are placed first, while there are empty days. There are at most as many
    /// of them as days, so each gets its own. Some other day is always below the mean, and has room for any shorter
    /// task.
    pub(super) fn assign_days<Part>(
        &mut self,
        tasks: &[Task<Part>],
        is_open: impl Fn(&Task<Part>) -> bool,
    ) -> Vec<Option<usize>> {
        // Grouping by ideal day is cheaper than sorting, in time and in code size.
        let mut by_day: Vec<Vec<usize>> = vec![Vec::new(); self.days.len()];
        for (index, task) in tasks.iter().enumerate() {
            if is_open(task) {
                by_day[task.ideal].push(index);
            }
        }
        let mut places = vec![Some(0); tasks.len()];
        for pass in 0..3 {
            for index in by_day.iter().flatten() {
                let task = &tasks[*index];
                let is_repeat = task.gap.is_some_and(|gap| gap.is_repeat);
                let own_pass = if is_repeat { 2 } else { usize::from(!self.is_long(task.secs)) };
                if own_pass == pass {
                    places[*index] = self.place(task.ideal, task.earliest, task.secs, task.gap);
                }
            }
        }
        places
    }

    /// Assigns the task to the day with room that is nearest to the ideal one; of two, to the earlier.
    fn place(&mut self, ideal: usize, earliest: usize, secs: u64, gap: Option<GapOfNote>) -> Option<usize> {
        let last = self.days.len() - 1;
        let earliest = earliest.min(last);
        let ideal = ideal.max(earliest);
        let mut least: Option<usize> = None;
        let mut found = None;
        for by in 0..=last {
            for day in [ideal.wrapping_sub(by), ideal + by] {
                if day < earliest || day > last || found.is_some() || !self.is_free(day, gap) {
                    continue;
                }
                if self.has_room(day, secs) {
                    found = Some(day);
                } else if least.is_none_or(|least| self.days[day] < self.days[least]) {
                    least = Some(day);
                }
            }
            if found.is_some() {
                break;
            }
        }
        // Without siblings, no day has room only if the whole plan is a few answers and none of them can be today.
        let day = found.or(least)?;
        self.add(day, secs);
        if let Some(GapOfNote { note, card, .. }) = gap {
            self.taken[note].push((day, card));
        }
        Some(day)
    }

    /// Returns true if no sibling comes on that day.
    fn is_free(&self, day: usize, gap: Option<GapOfNote>) -> bool {
        let is_other = |taken: &(usize, usize), card: usize| taken.0 == day && taken.1 != card;
        gap.is_none_or(|gap| !self.taken[gap.note].iter().any(|taken| is_other(taken, gap.card)))
    }

    fn has_room(&self, day: usize, secs: u64) -> bool {
        let before = self.days[day];
        before == 0 || (before + secs).saturating_mul(self.days.len() as u64) <= self.total_secs.saturating_mul(2)
    }

    fn is_long(&self, secs: u64) -> bool {
        secs.saturating_mul(self.days.len() as u64) > self.total_secs
    }
}
