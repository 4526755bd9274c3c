//! The course itself.

use serde::Deserialize;
use serde_json::{Value, json};
use ureq::http::Method;
use wasm_core::course::CourseCode;

use super::{Import, Place, differing};
use crate::course::format::Course;
use crate::course::wire::ManagedCourse;
use crate::failure::Failure;
use crate::report::FileResult;

impl Import<'_> {
    /// Makes or completes the course.
    ///
    /// # Errors
    /// The course cannot be made, or a failure after which nothing else can succeed.
    pub(super) fn course(&mut self, course: &Course) -> Result<(), Failure> {
        let path = format!("/admin/courses/{}", self.code);
        let found: Option<ManagedCourse> = self.client.find(&path)?;
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

    /// Ends the run for a course that is hidden in the export and visible on the site, for example because an earlier run
    /// was killed before it hid the course. Students would see everything that is sent.
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
        let body = json!({ "courseCode": code.as_str(), "title": course.title, "description": course.description });
        self.client.send::<Value>(&Method::POST, "/admin/courses", &body)?;
        // Before there is any content that students could see.
        self.set_hidden(course.hidden)?;
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
            ("hidden", there.hidden == course.hidden),
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
            if there.hidden && !course.hidden { self.set_hidden(false) } else { Ok(()) }
        })
    }

    fn set_hidden(&self, hidden: bool) -> Result<(), Failure> {
        let path = format!("/admin/courses/{}/visibility", self.code);
        self.client.send::<Value>(&Method::PUT, &path, &json!({ "hidden": hidden })).map(drop)
    }
}
