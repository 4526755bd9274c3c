//! Fixed lists: options, suggestions and built-in courses.

/// Lists that are also generated for the web app: name, doc comment and values.
pub const LISTS: &[(&str, &str, &[&str])] = &[
    ("FACULTIES", "Faculties, in the order in which they are offered.", FACULTIES),
    ("NOTE_TYPES", "Kinds of course notes, in the order in which they are offered.", NOTE_TYPES),
    ("YEAR_SUGGESTIONS", "Years of study that are suggested; any other text is accepted too.", YEAR_SUGGESTIONS),
    ("RESERVED_USERNAMES", "Usernames that nobody may have.", RESERVED_USERNAMES),
];

/// Faculties in display order.
pub const FACULTIES: &[&str] = &["Arts", "Mathematics", "Science", "Engineering", "Environment", "Health"];

/// Kinds of course notes in display order.
pub const NOTE_TYPES: &[&str] =
    &["Lecture", "Summary", "Formula sheet", "Practice", "Midterm", "Final", NOTE_TYPE_DEFAULT];

/// Kind of a note without a chosen kind.
pub const NOTE_TYPE_DEFAULT: &str = "Other";

/// Suggested years of study. Any other text is accepted too.
pub const YEAR_SUGGESTIONS: &[&str] = &["1", "2", "3", "4", "5", "6", "Graduate"];

/// Hint next to the year of study.
pub const YEAR_HINT: &str = "e.g. 1, 2, 3, 4";

/// Shown when a profile photo is not an image.
pub const PHOTO_INVALID: &str = "Please select a valid image file";

/// Shown when a profile photo is not smaller than `PROFILE_IMAGE_MAX_BYTES`.
pub const PHOTO_TOO_LARGE: &str = "Image size must be less than 5MB";

/// Shown for a recording without an artist.
pub const UNKNOWN_ARTIST: &str = "Unknown Artist";

/// Shown for a missing date.
pub const UNKNOWN_DATE: &str = "Unknown date";

/// Shown for a saved note without a course.
pub const UNKNOWN_SUBJECT: &str = "Unknown Subject";

/// Title of a saved note without a title.
pub const UNTITLED_NOTE: &str = "Untitled Note";

/// Name on a course request without a name.
pub const ANONYMOUS: &str = "Anonymous";

/// A course that exists in a new installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltInCourse {
    /// Canonical course code.
    pub code: &'static str,
    /// Title.
    pub title: &'static str,
    /// One sentence about the content.
    pub description: &'static str,
}

/// Courses that exist in a new installation. The dashboard shows the first four until courses have likes.
pub const BUILT_IN_COURSES: &[BuiltInCourse] = &[
    BuiltInCourse {
        code: "CS246",
        title: "Object-Oriented Software Development",
        description: "Classes, RAII, templates and the design patterns the midterm keeps asking for.",
    },
    BuiltInCourse {
        code: "MATH137",
        title: "Calculus 1 for Honours Mathematics",
        description: "Limits, derivatives and integrals, with every proof the final may ask you to reproduce.",
    },
    BuiltInCourse {
        code: "STAT230",
        title: "Probability",
        description: "Counting, distributions and expectation, from coin flips to the central limit theorem.",
    },
    BuiltInCourse {
        code: "MATH135",
        title: "Algebra for Honours Mathematics",
        description: "Proof techniques, the integers, congruences, RSA and complex numbers.",
    },
    BuiltInCourse {
        code: "PHYS121",
        title: "Mechanics",
        description: "Motion, forces, energy and rotation, from free-body diagrams to oscillations.",
    },
    BuiltInCourse {
        code: "CHEM120",
        title: "Physical and Chemical Properties of Matter",
        description: "Stoichiometry, gases, atomic structure, bonding and the shapes of molecules.",
    },
    BuiltInCourse {
        code: "CS245",
        title: "Logic and Computation",
        description: "Propositional and first-order logic, natural deduction, decidability.",
    },
    BuiltInCourse {
        code: "MATH138",
        title: "Calculus 2 for Honours Mathematics",
        description: "Integration techniques, series, Taylor polynomials.",
    },
];

/// Usernames that are not available: names of pages, and names that could be mistaken for the operators. They are
/// compared in lower case without separators.
pub const RESERVED_USERNAMES: &[&str] = &[
    "about",
    "account",
    "admin",
    "administrator",
    "admins",
    "anonymous",
    "api",
    "assets",
    "audio",
    "audionotes",
    "auth",
    "browse",
    "catalogue",
    "chapter",
    "chillreview",
    "console",
    "contact",
    "courses",
    "crammode",
    "dashboard",
    "deepdive",
    "delete",
    "download",
    "examreview",
    "favicon",
    "forgot",
    "guest",
    "guide",
    "health",
    "help",
    "home",
    "index",
    "legal",
    "likes",
    "local",
    "login",
    "logout",
    "mail",
    "moderator",
    "mynotes",
    "nightowl",
    "noreply",
    "noteninja",
    "notes",
    "null",
    "official",
    "owner",
    "placeholder",
    "playlist",
    "playlists",
    "postmaster",
    "privacy",
    "profile",
    "quickrecap",
    "register",
    "requests",
    "root",
    "search",
    "security",
    "settings",
    "setup",
    "setupguides",
    "signin",
    "signout",
    "signup",
    "static",
    "student",
    "studentinfo",
    "students",
    "studyguide",
    "superuser",
    "support",
    "sysadmin",
    "system",
    "team",
    "terms",
    "undefined",
    "unknown",
    "upload",
    "uploads",
    "user",
    "username",
    "users",
    "webmaster",
    "www",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::CourseCode;

    #[test]
    fn s9_c_3_faculties_are_listed_in_the_specified_order() {
        assert_eq!(FACULTIES, ["Arts", "Mathematics", "Science", "Engineering", "Environment", "Health"]);
    }

    #[test]
    fn s9_c_16_note_types_and_the_default_match_the_specification() {
        assert_eq!(NOTE_TYPES, ["Lecture", "Summary", "Formula sheet", "Practice", "Midterm", "Final", "Other"]);
        assert_eq!(NOTE_TYPE_DEFAULT, "Other");
    }

    #[test]
    fn s9_c_15_defaults_match_the_specification() {
        assert_eq!((UNKNOWN_ARTIST, UNKNOWN_DATE), ("Unknown Artist", "Unknown date"));
    }

    #[test]
    fn s3_guide_2_there_are_eight_built_in_courses() {
        let codes: Vec<_> = BUILT_IN_COURSES.iter().map(|course| course.code).collect();
        assert_eq!(codes, ["CS246", "MATH137", "STAT230", "MATH135", "PHYS121", "CHEM120", "CS245", "MATH138"]);
        for course in BUILT_IN_COURSES {
            assert_eq!(CourseCode::parse(course.code).unwrap().as_str(), course.code);
            assert!(!course.title.is_empty() && !course.description.is_empty());
        }
    }

    #[test]
    fn reserved_names_are_listed_in_normalized_form() {
        assert!(RESERVED_USERNAMES.is_sorted());
        assert!(RESERVED_USERNAMES.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase())));
    }
}
