//! The course itself.

use serde::Deserialize;
use serde_json::{Value, json};
use ureq::http::Method;
use wasm_core::course::CourseCode;

use super::{Import, Place, differing};
use crate::course::format::Course;
use crate::course::wire::ManagedCourse;
use crate::failure::{Exit, Failure};
use crate::report::{self, FileResult};

impl Import<'_> {
    /// Makes or completes the course.
    ///
    /// # Errors
    /// The course cannot be made, or a failure after which nothing else can succeed.
    pub(super) fn course(&mut self, course: &Course) -> Result<(), Failure> {
        let path = format!("/admin/courses/{}", self.code);
        let found: Option<ManagedCourse> = self.client.find(&path)?;
        self.is_withheld = !course.hidden && found.as_ref().is_none_or(|there| self.may_show(there));
        let result = match &found {
            None => self.new_course(course)?,
            Some(there) if course.hidden && !there.hidden && !self.options.replace => return self.visible_course(),
            Some(there) => self.existing_course(there, course)?,
        };
        self.exists = result != FileResult::New;
        let code = self.code.to_string();
        self.row(&Place { file: "course", place: &code, part: "" }, Ok(result))?;
        let Some(picture) = &course.picture else { return Ok(()) };
        let current = found.and_then(|there| there.image_url);
        let result = self.picture(&format!("{path}/picture"), current.as_deref(), picture, self.options.replace);
        self.row(&Place { file: &picture.path, place: &code, part: "Picture" }, result)
    }

    /// Returns true if the import may show a hidden course: an earlier run has created it, or `--replace` is given.
    fn may_show(&self, there: &ManagedCourse) -> bool {
        there.hidden && (there.never_shown || self.options.replace)
    }

    /// Shows a course that was hidden until everything is in it. Does nothing if something is missing or differs.
    ///
    /// # Errors
    /// A failure after which nothing else can succeed.
    pub(super) fn show_course(&mut self) -> Result<(), Failure> {
        if !self.is_withheld || report::exit(&self.rows) != Exit::Done {
            return Ok(());
        }
        let code = self.code.to_string();
        let place = Place { file: "visibility", place: &code, part: "" };
        if self.options.dry_run {
            return self.row(&place, Ok(FileResult::New));
        }
        let there: ManagedCourse = self.client.get(&format!("/admin/courses/{code}"))?;
        // An administrator may have decided in the meantime.
        let is_to_show = self.may_show(&there);
        if is_to_show {
            self.set_hidden(false)?;
        }
        self.is_withheld = false;
        if is_to_show { self.row(&place, Ok(FileResult::Published)) } else { Ok(()) }
    }

    /// Ends the run for a course that is hidden in the export and visible on the site. Students would see everything that
    /// is sent.
    fn visible_course(&mut self) -> Result<(), Failure> {
        let detail = "Nothing was sent: the course is hidden in the export, and students can see it on this site. \
                      --replace hides it first.";
        let different = FileResult::Different("Other values: hidden. --replace hides it.".to_owned());
        let code = self.code.to_string();
        self.row(&Place { file: "course", place: &code, part: "" }, Ok(different))?;
        Err(Failure::Refused { status: 409, code: "conflict".into(), detail: detail.into() })
    }

    fn new_course(&self, course: &Course) -> Result<FileResult, Failure> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Target {
            course_code: CourseCode,
        }
        let code = self.code;
        if let Some(target) = self.client.find::<Target>(&format!("/courses/{code}"))?
            && target.course_code != code
        {
            let target = target.course_code;
            let detail = format!("{code} was merged into {target} there. Write {target} as the code in course.json.");
            return Err(Failure::Refused { status: 409, code: "conflict".into(), detail });
        }
        if self.options.dry_run {
            return Ok(FileResult::New);
        }
        let Course { title, description, .. } = course;
        let body = json!({ "courseCode": code.as_str(), "title": title, "description": description, "hidden": true });
        self.client.send::<Value>(&Method::POST, "/admin/courses", &body)?;
        if course.hidden {
            // A later import of a visible export must not show it as one that this run has not completed.
            self.set_hidden(true)?;
        }
        Ok(FileResult::Published)
    }

    fn existing_course(&self, there: &ManagedCourse, course: &Course) -> Result<FileResult, Failure> {
        if let Some(target) = &there.merging_into {
            let detail = format!(
                "{} is being merged into {target} there. Wait until that has ended, and then write {target} as the \
                 code in course.json.",
                self.code
            );
            return Err(Failure::Refused { status: 409, code: "conflict".into(), detail });
        }
        let is_same_text = there.title == course.title && there.description == course.description;
        let fields = [
            ("title", there.title == course.title),
            ("description", there.description == course.description),
            ("hidden", there.hidden == course.hidden || self.is_withheld),
        ];
        self.existing(&differing(&fields), || {
            if course.hidden && !there.hidden {
                self.set_hidden(true)?;
            }
            if !is_same_text {
                let (title, description, version) = (&course.title, &course.description, there.version);
                let body = json!({ "title": title, "description": description, "version": version });
                self.client.send::<Value>(&Method::PATCH, &format!("/admin/courses/{}", self.code), &body)?;
            }
            Ok(())
        })
    }

    fn set_hidden(&self, hidden: bool) -> Result<(), Failure> {
        let path = format!("/admin/courses/{}/visibility", self.code);
        self.client.send::<Value>(&Method::PUT, &path, &json!({ "hidden": hidden })).map(drop)
    }
}
