pub(crate) mod cards;
pub(crate) mod chapters;
pub(crate) mod many_own_cards;
pub(crate) mod own_card_pictures;
pub(crate) mod own_cards;
pub(crate) mod own_cards_merged;
pub(crate) mod review_log;
