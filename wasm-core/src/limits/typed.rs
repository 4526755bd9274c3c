//! Limits of typed text.

use super::Limit;

limits! {
    TYPED:
    /// Minimum number of letters at the start of a course code.
    CODE_PREFIX_MIN_CHARS: usize = 2, "characters";
    /// Maximum number of letters at the start of a course code.
    CODE_PREFIX_MAX_CHARS: usize = 8, "characters";
    /// Maximum number of letters and digits after the first digit of a course code.
    CODE_REST_MAX_CHARS: usize = 7, "characters";
    /// Maximum length of the title of a course or note.
    TITLE_MAX_CHARS: usize = 200, "characters";
    /// Maximum length of the description of a course or note.
    DESCRIPTION_MAX_CHARS: usize = 2000, "characters";
    /// Maximum length of the reason of a course request.
    REASON_MAX_CHARS: usize = 1000, "characters";
    /// Maximum length of the name of a person.
    NAME_MAX_CHARS: usize = 80, "characters";
    /// Maximum length of a postal address.
    POSTAL_ADDRESS_MAX_CHARS: usize = 400, "characters";
    /// Maximum number of pages that a notice of copyright names.
    NOTICE_PAGES_MAX: usize = 20, "pages";
    /// Maximum length of the name of a playlist.
    PLAYLIST_NAME_MAX_CHARS: usize = 80, "characters";
    /// Maximum length of the name of a device.
    DEVICE_MAX_CHARS: usize = 64, "characters";
    /// Minimum length of a username.
    USERNAME_MIN_CHARS: usize = 3, "characters";
    /// Maximum length of a username.
    USERNAME_MAX_CHARS: usize = 30, "characters";
    /// Minimum length of a password. The API also rejects common passwords, from a list that pages do not load.
    PASSWORD_MIN_CHARS: usize = 10, "characters";
    /// Maximum length of a password.
    PASSWORD_MAX_CHARS: usize = 256, "characters";
    /// Maximum length of a deliverable e-mail address.
    EMAIL_MAX_CHARS: usize = 254, "characters";
    /// Maximum length of the year of study, which is free text.
    YEAR_MAX_CHARS: usize = 20, "characters";
    /// Number of digits of the code sent by e-mail.
    CONFIRM_CODE_DIGITS: usize = 6, "digits";
    /// Maximum length of a stored file name.
    FILE_NAME_MAX_CHARS: usize = 200, "characters";
    /// Maximum length of the subject of an audio note.
    SUBJECT_MAX_CHARS: usize = 80, "characters";
    /// Chapter of a note without a chosen chapter.
    CHAPTER_DEFAULT: u32 = 1, "chapter";
    /// Highest chapter number.
    CHAPTER_MAX: u32 = 999, "chapter";
    /// Maximum length of the description of a chapter.
    CHAPTER_DESCRIPTION_MAX_CHARS: usize = 500, "characters";
    /// Maximum length of the front of a study card.
    CARD_TITLE_MAX_CHARS: usize = 500, "characters";
    /// Maximum number of gaps on a study card.
    CARD_GAPS_MAX: u32 = 50, "gaps";
    /// Maximum length of the back of a study card.
    CARD_CONTENT_MAX_CHARS: usize = 4000, "characters";
    /// Maximum length of the alternative text of the image on a study card.
    CARD_IMAGE_ALT_MAX_CHARS: usize = 200, "characters";
    /// Maximum length of a search query; the rest is ignored.
    QUERY_MAX_CHARS: usize = 200, "characters";
}
