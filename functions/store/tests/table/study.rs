pub(crate) mod cards;
pub(crate) mod chapters;
pub(crate) mod many_personal_cards;
pub(crate) mod personal_card_pictures;
pub(crate) mod personal_cards;
pub(crate) mod personal_cards_merged;
pub(crate) mod review_log;
