//! Tasks over days.

/// Something to do, which is not divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Task<Part> {
    pub(super) part: Part,
    /// The day on which it would be done best, from 0,
    pub(super) ideal: usize,
    /// and the first on which it can be.
    pub(super) earliest: usize,
    /// How long it takes, in seconds.
    pub(super) secs: u64,
}

/// How long days are by now.
pub(super) struct Spread {
    days: Vec<u64>,
    /// What all tasks take together.
    total_secs: u64,
}

impl Spread {
    pub(super) fn new<Part>(days: usize, tasks: &[Task<Part>]) -> Self {
        Self { days: vec![0; days], total_secs: tasks.iter().map(|task| task.secs).sum() }
    }

    pub(super) fn add(&mut self, day: usize, secs: u64) {
        self.days[day] += secs;
    }

    /// The day of each task; the first for those that are not open. Those that are longer than the mean of the days find
    /// room first, while there are empty days; as all of them together are no more than the days, each gets one. Whatever
    /// else there is, some day is below the mean, and has room for what is no longer than that.
    pub(super) fn place_all<Part>(
        &mut self,
        tasks: &[Task<Part>],
        is_open: impl Fn(&Task<Part>) -> bool,
    ) -> Vec<usize> {
        // By their ideal days, which is cheaper than sorting them, in time and in code.
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

    /// Finds the day nearest to the ideal one that has room, the earlier of two, and gives it the task.
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
        // None has room only where all of it is a few answers, and none of them can be today.
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
