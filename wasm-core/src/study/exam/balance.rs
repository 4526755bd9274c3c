//! Distribution of tasks over days.

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
}

/// The current length of each day.
pub(super) struct DayLoads {
    days: Vec<u64>,
    /// Duration of all tasks in seconds.
    total_secs: u64,
}

impl DayLoads {
    pub(super) fn new<Part>(days: usize, tasks: &[Task<Part>]) -> Self {
        Self { days: vec![0; days], total_secs: tasks.iter().map(|task| task.secs).sum() }
    }

    pub(super) fn add(&mut self, day: usize, secs: u64) {
        self.days[day] += secs;
    }

    /// Returns the day of each task; the first day for tasks that are not open.
    ///
    /// Tasks longer than the mean of the days are placed first, while there are empty days. There are at most as many
    /// of them as days, so each gets its own. Some other day is always below the mean, and has room for any shorter
    /// task.
    pub(super) fn assign_days<Part>(
        &mut self,
        tasks: &[Task<Part>],
        is_open: impl Fn(&Task<Part>) -> bool,
    ) -> Vec<usize> {
        // Grouping by ideal day is cheaper than sorting, in time and in code size.
        let mut by_day: Vec<Vec<usize>> = vec![Vec::new(); self.days.len()];
        for (index, task) in tasks.iter().enumerate() {
            if is_open(task) {
                by_day[task.ideal].push(index);
            }
        }
        let mut places = vec![0; tasks.len()];
        for is_long in [true, false] {
            for index in by_day.iter().flatten() {
                let task = &tasks[*index];
                if self.is_long(task.secs) == is_long {
                    places[*index] = self.place(task.ideal, task.earliest, task.secs);
                }
            }
        }
        places
    }

    /// Assigns the task to the day with room that is nearest to the ideal one; of two, to the earlier.
    fn place(&mut self, ideal: usize, earliest: usize, secs: u64) -> usize {
        let last = self.days.len() - 1;
        let earliest = earliest.min(last);
        let ideal = ideal.max(earliest);
        let mut least = ideal;
        let mut found = None;
        for by in 0..=last {
            for day in [ideal.wrapping_sub(by), ideal + by] {
                if day < earliest || day > last || found.is_some() {
                    continue;
                }
                if self.has_room(day, secs) {
                    found = Some(day);
                } else if self.days[day] < self.days[least] {
                    least = day;
                }
            }
            if found.is_some() {
                break;
            }
        }
        // No day has room only if the whole plan is a few answers and none of them can be today.
        let day = found.unwrap_or(least);
        self.add(day, secs);
        day
    }

    fn has_room(&self, day: usize, secs: u64) -> bool {
        let before = self.days[day];
        before == 0 || (before + secs).saturating_mul(self.days.len() as u64) <= self.total_secs.saturating_mul(2)
    }

    fn is_long(&self, secs: u64) -> bool {
        secs.saturating_mul(self.days.len() as u64) > self.total_secs
    }
}
