//! What people may type.

use super::Limit;

limits! {
    TYPED:
    /// Fewest letters that a course code begins with.
    CODE_PREFIX_MIN_CHARS: usize = 2, "characters";
    /// Most letters that a course code begins with.
    CODE_PREFIX_MAX_CHARS: usize = 8, "characters";
    /// Most letters and digits after the first digit of a course code.
    CODE_REST_MAX_CHARS: usize = 7, "characters";
    /// Longest title of a course or note.
    TITLE_MAX_CHARS: usize = 200, "characters";
    /// Longest description of a course or note.
    DESCRIPTION_MAX_CHARS: usize = 2000, "characters";
    /// Longest reason of a course request.
    REASON_MAX_CHARS: usize = 1000, "characters";
    /// Longest name of a person.
    NAME_MAX_CHARS: usize = 80, "characters";
    /// Longest name of a playlist.
    PLAYLIST_NAME_MAX_CHARS: usize = 80, "characters";
    /// Longest name that a device gives itself.
    DEVICE_MAX_CHARS: usize = 64, "characters";
    /// Shortest username.
    USERNAME_MIN_CHARS: usize = 3, "characters";
    /// Longest username.
    USERNAME_MAX_CHARS: usize = 30, "characters";
    /// Shortest password. The API refuses common ones as well, from a list that no page needs to load.
    PASSWORD_MIN_CHARS: usize = 10, "characters";
    /// Longest password.
    PASSWORD_MAX_CHARS: usize = 256, "characters";
    /// Longest e-mail address that can be delivered to.
    EMAIL_MAX_CHARS: usize = 254, "characters";
    /// Longest year of study, which is free text.
    YEAR_MAX_CHARS: usize = 20, "characters";
    /// Digits of the code sent by e-mail.
    CONFIRM_CODE_DIGITS: usize = 6, "digits";
    /// Longest file name that is kept.
    FILE_NAME_MAX_CHARS: usize = 200, "characters";
    /// Longest subject of an audio note.
    SUBJECT_MAX_CHARS: usize = 80, "characters";
    /// The chapter of a note that names none.
    CHAPTER_DEFAULT: u32 = 1, "chapter";
    /// Highest chapter number.
    CHAPTER_MAX: u32 = 999, "chapter";
    /// Longest description of a chapter.
    CHAPTER_DESCRIPTION_MAX_CHARS: usize = 500, "characters";
    /// Longest front of a study card.
    CARD_TITLE_MAX_CHARS: usize = 500, "characters";
    /// Longest back of a study card.
    CARD_CONTENT_MAX_CHARS: usize = 4000, "characters";
    /// Longest description of the picture on a study card, for those who cannot see it.
    CARD_IMAGE_ALT_MAX_CHARS: usize = 200, "characters";
    /// Longest text taken from the search box; what follows is ignored.
    QUERY_MAX_CHARS: usize = 200, "characters";
}
