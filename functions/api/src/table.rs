//! Every route there is, by who may call it.

use utoipa_axum::routes;

use crate::audience::{
    Audience::{Admin, Auth, Member, Public},
    Table,
};
use crate::openapi;
use crate::routes::{
    albums, audio, auth, beacon, courses, covers, demand, health, likes, me, my_notes, notes, photos, playlists, positions, reports, requests, students,
    uploads,
};
use crate::state::ApiState;

/// The route table. Handlers of one path and one audience stand together.
#[rustfmt::skip]
pub(crate) fn table() -> Table<ApiState> {
    Table::new(openapi::base())
        // Everybody.
        .add(Public, routes!(health::get_health))
        .add(Public, routes!(courses::get_course))
        .add(Public, routes!(notes::get_note))
        .add(Public, routes!(notes::get_note_file))
        .add(Public, routes!(audio::get_shelf))
        .add(Public, routes!(audio::get_audio))
        .add(Public, routes!(audio::get_audio_artwork))
        .add(Public, routes!(audio::get_waveform))
        .add(Public, routes!(albums::get_album))
        .add(Public, routes!(albums::get_album_picture))
        .add(Public, routes!(covers::get_cover))
        .add(Public, routes!(photos::get_photo))
        .add(Public, routes!(students::get_public_profile))
        .add(Public, routes!(students::list_public_courses))
        .add(Public, routes!(playlists::list_public_playlists))
        .add(Public, routes!(beacon::send_beacon))
        .add(Public, routes!(requests::create_course_request))
        // Everybody, from our own page only: the session cookie lives here.
        .add(Auth, routes!(auth::sign_up))
        .add(Auth, routes!(auth::confirm_email))
        .add(Auth, routes!(auth::resend_code))
        .add(Auth, routes!(auth::sign_in))
        .add(Auth, routes!(auth::set_new_password))
        .add(Auth, routes!(auth::forgot_password))
        .add(Auth, routes!(auth::reset_password))
        .add(Auth, routes!(auth::refresh_session))
        .add(Auth, routes!(auth::sign_out))
        // Whoever is signed in; the caller's own things.
        .add(Member, routes!(me::get_me))
        .add(Member, routes!(me::complete_profile, me::edit_profile))
        .add(Member, routes!(me::follow_course, me::unfollow_course))
        .add(Member, routes!(photos::create_photo, photos::remove_photo))
        .add(Member, routes!(students::follow_student, students::unfollow_student))
        .add(Member, routes!(my_notes::list_my_notes))
        .add(Member, routes!(my_notes::save_note, my_notes::remove_saved_note))
        .add(Member, routes!(my_notes::record_download))
        .add(Member, routes!(likes::list_my_likes))
        .add(Member, routes!(likes::like, likes::unlike))
        .add(Member, routes!(positions::list_positions, positions::put_positions))
        .add(Member, routes!(positions::list_listening))
        .add(Member, routes!(playlists::list_my_playlists, playlists::create_playlist))
        .add(Member, routes!(playlists::get_playlist, playlists::edit_playlist, playlists::delete_playlist))
        .add(Member, routes!(playlists::add_to_playlist, playlists::remove_from_playlist))
        .add(Member, routes!(playlists::reorder_playlist))
        .add(Member, routes!(covers::create_cover, covers::remove_cover))
        .add(Member, routes!(uploads::get_upload, uploads::cancel_upload))
        .add(Member, routes!(uploads::sign_upload_parts))
        .add(Member, routes!(uploads::complete_upload))
        .add(Member, routes!(demand::list_my_requests))
        .add(Member, routes!(demand::join_demand, demand::leave_demand))
        .add(Member, routes!(reports::create_report))
        .add(Member, routes!(albums::delete_album_note))
        // Whoever is signed in; what all may see.
        .add(Member, routes!(audio::get_audio_addresses))
        .add(Member, routes!(courses::list_courses))
        .add(Member, routes!(courses::list_course_notes))
        .add(Member, routes!(students::search_students))
        .add(Member, routes!(students::list_followers))
        .add(Member, routes!(students::list_following))
        .add(Member, routes!(demand::get_demand))
        // Administrators.
        .add(Admin, routes!(courses::put_course))
        .add(Admin, routes!(courses::import_courses))
        .add(Admin, routes!(courses::setup_guides))
        .add(Admin, routes!(uploads::create_upload, uploads::list_uploads))
        .add(Admin, routes!(uploads::create_audio_upload))
        .add(Admin, routes!(albums::create_album_upload))
        .add(Admin, routes!(albums::create_album_picture))
        .add(Admin, routes!(albums::restore_album_note))
        .add(Admin, routes!(audio::delete_audio))
        .add(Admin, routes!(audio::restore_audio))
        .add(Admin, routes!(notes::delete_note))
        .add(Admin, routes!(notes::restore_note))
        .add(Admin, routes!(requests::list_course_requests))
        .add(Admin, routes!(demand::list_demand))
        .add(Admin, routes!(demand::decide_demand))
        .add(Admin, routes!(demand::list_requests_for_course))
        .add(Admin, routes!(reports::list_reported))
        .add(Admin, routes!(reports::list_reports))
        .add(Admin, routes!(reports::dismiss_reports))
        .add(Admin, routes!(reports::take_down))
}
