"""Removes one permission at a time from the roles of the deployed stack and expects a journey to fail for each."""

import copy
import json
import time

from roles import SERVICES
from world import FUNCTIONS, as_list

# Journeys that fail without a permission, by function, action and the end of the resource. The listed journey runs
# first. If none is listed, or it passes, all journeys that use the permission run.
IN_PARTS = ("audio_parts", "h7_h23_a_large_recording_is_uploaded_in_parts_that_can_be_retried_individually")
GIVEN_UP = ("audio_parts", "a_cancelled_multipart_upload_leaves_no_data")
WITH_PICTURE = ("audio", "embedded_artwork_of_a_recording_is_served_as_a_reencoded_jpeg")
SIGNED_UP = ("identity", "s7_wr_1_sign_up_stores_the_username_as_typed_and_in_lower_case")
PURGED = ("identity", "an_expired_unconfirmed_account_releases_its_email_address")
RECORDINGS_GO = ("trash", "s6_adm_8_on_every_shelf_a_trashed_recording_stays_playable_and_is_removed_with_its_artwork_on_expiry")
NOTES_GO = ("trash", "s6_adm_8_course_and_album_notes_are_removed_with_their_images_when_their_trash_entry_expires")
PLACE_GONE = ("trash", "h7_an_image_whose_target_was_deleted_is_rejected")
COVER = ("playlists", "s1_j_7_s3_pl_1_s7_rd_9_s7_wr_9_s7_fs_2_a_playlist_can_be_filled_reordered_given_a_cover_and_deleted")
PHOTO = ("profiles", "s1_j_8_s3_student_1_s7_wr_3_s9_c_2_a_profile_photo_is_public_until_it_is_replaced_or_removed")
MANAGED = ("students", "s6_adm_31_an_administrator_finds_a_student_by_username_or_email_and_sees_their_content")
PICTURED = ("managed_courses", "s3_guide_1_s7_wr_10_a_course_image_can_be_added_and_removed")
CARD = ("chapters", "s3_card_1_s7_fs_1_a_cards_picture_is_removed_with_the_card")
OWN_CARD = ("personal_cards", "s3_own_3_an_own_card_image_is_served_to_its_owner_only_and_removed_with_its_card")
TRANSCRIPT = ("transcripts", "s3_transcript_1_s7_fs_2_a_transcript_is_added_read_replaced_and_removed")
SNAPSHOT = ("studying", "a_snapshot_is_stored_unless_it_covers_fewer_events_and_the_review_log_is_read_from_it_on")
PREPARED = ("renditions", "s4_rendition_3_a_published_recording_gets_a_rendition_that_is_trashed_and_restored_with_it")
CATALOGUE = ("courses", "s2_browse_3_a_course_change_reaches_the_catalogue_searched_by_browsers")
LEFT = ("leaving", "s7_me_2_h35_deleting_an_account_removes_everything_except_like_counts")
TITLES = ("titles", "s2_find_1_a_student_finds_a_note_by_its_title_in_the_members_only_search_list")
NIGHT = ("events", "files_are_compared_with_records")
MENDED = ("events", "files_that_nobody_names_are_removed_when_asked")
FOLLOWED = ("events", "a_record_of_the_stream_is_followed_to_its_end")
# Journeys that create and delete files in each area of the bucket.
DECK = ("decks", "s6_import_3_an_anki_deck_is_uploaded_previewed_and_imported_with_its_images")
OWN_DECK = ("decks", "s4_own_4_two_thousand_deck_cards_with_images_are_imported_as_own_cards")
SHOWN = ("pictures", "s7_fs_3_h8_images_of_visible_items_load_without_a_signature_and_no_other_files_do")
SHOWN_AGAIN = ("pictures", "s7_fs_3_h8_images_of_deleted_or_hidden_items_do_not_load_until_they_are_restored")
RESTORED = ("pictures", "s7_fs_3_h8_images_of_recordings_and_album_notes_are_trashed_and_restored_with_them")
SITEMAP = ("crawlers", "s7_links_3_sitemaps_list_the_published_courses_without_hidden_ones")
HEARD = ("inside", "s2_heard_1_words_of_a_transcript_are_found_with_their_second_while_the_recording_is_published")
INSIDE = ("inside", "s2_find_3_text_inside_notes_is_found_and_the_text_of_removed_notes_is_removed_from_the_index")
WITHHELD = (
    "closing",
    "s7_copyright_11_an_address_that_was_signed_before_the_press_no_longer_loads_the_file_until_it_is_restored",
)
AREAS = {
    "/notes/*": NOTES_GO,
    "/album-notes/*": NOTES_GO,
    "/deep-dive-notes/*": RECORDINGS_GO,
    "/quick-recap-notes/*": RECORDINGS_GO,
    "/chill-review-notes/*": RECORDINGS_GO,
    "/audio-notes/*": RECORDINGS_GO,
    "/playlistCovers/*": COVER,
    "/profile-images/*": PHOTO,
    "/study-cards/*": CARD,
    "/own-cards/*": OWN_CARD,
    "/course-pictures/*": PICTURED,
}
NEEDED_BY = {
    ("api", "dynamodb:GetItem", ""): SIGNED_UP,
    ("api", "dynamodb:PutItem", ""): SIGNED_UP,
    ("api", "dynamodb:UpdateItem", ""): SIGNED_UP,
    ("api", "dynamodb:Query", "gsi1"): ("courses", "s7_rd_1_paging_through_courses_lists_every_course"),
    ("api", "dynamodb:Query", ""): ("courses", "a_course_is_found_under_every_spelling_of_its_code"),
    ("api", "s3:AbortMultipartUpload", ""): GIVEN_UP,
    ("api", "s3:DeleteObject", ""): GIVEN_UP,
    ("api", "s3:ListMultipartUploadParts", ""): IN_PARTS,
    ("api", "s3:PutObject", ""): IN_PARTS,
    ("api", "s3:PutObject", "/playlistCovers/*"): (
        "playlists",
        "h10_the_cover_of_a_playlist_gets_a_new_url_when_it_becomes_private",
    ),
    ("api", "s3:DeleteObject", "/playlistCovers/*"): ("playlists", "s4_pl_1_refused_edits_leave_no_copies_of_the_cover"),
    ("api", "s3:GetObject", "incoming/*"): IN_PARTS,
    ("api", "s3:GetObject", "/decks/*"): DECK,
    ("api", "s3:PutObject", "/study-cards/*"): DECK,
    ("api", "s3:PutObject", "/own-cards/*"): OWN_DECK,
    ("ingest", "s3:PutObject", "/decks/*"): DECK,
    ("api", "s3:GetObject", "/transcripts/*"): TRANSCRIPT,
    ("api", "s3:PutObject", "/transcripts/*"): TRANSCRIPT,
    ("changes", "s3:DeleteObject", "/transcripts/*"): TRANSCRIPT,
    ("api", "s3:GetObject", "/study-snapshots/*"): SNAPSHOT,
    ("api", "s3:PutObject", "/study-snapshots/*"): SNAPSHOT,
    ("changes", "s3:DeleteObject", "/study-snapshots/*"): LEFT,
    ("api", "cognito-idp:AdminInitiateAuth", ""): SIGNED_UP,
    ("api", "cognito-idp:AdminListGroupsForUser", ""): MANAGED,
    ("api", "cognito-idp:AdminRespondToAuthChallenge", ""): (
        "identity",
        "an_invited_administrator_chooses_a_password_at_the_first_sign_in",
    ),
    ("api", "cognito-idp:AdminDeleteUser", ""): LEFT,
    ("api", "s3:GetObject", "/withheld/*"): WITHHELD,
    ("api", "s3:PutObject", "/withheld/*"): WITHHELD,
    ("api", "s3:PutObject", "notes/*"): WITHHELD,
    ("api", "s3:DeleteObject", "notes/*"): WITHHELD,
    ("ingest", "dynamodb:DeleteItem", ""): PHOTO,
    ("ingest", "dynamodb:GetItem", ""): WITH_PICTURE,
    ("ingest", "dynamodb:PutItem", ""): WITH_PICTURE,
    ("ingest", "dynamodb:UpdateItem", ""): WITH_PICTURE,
    ("ingest", "s3:GetObject", "incoming/*"): WITH_PICTURE,
    ("ingest", "s3:PutObject", "preparing/*"): PREPARED,
    ("ingest", "s3:GetObject", "-notes/*.jpg"): (
        "published_recordings",
        "the_artwork_of_a_published_recording_can_be_replaced",
    ),
    ("prepare", "dynamodb:BatchGetItem", ""): PREPARED,
    ("prepare", "dynamodb:GetItem", ""): PREPARED,
    ("prepare", "dynamodb:UpdateItem", ""): PREPARED,
    ("prepare", "s3:GetObject", "-notes/*"): PREPARED,
    ("prepare", "s3:PutObject", "-notes/*"): PREPARED,
    ("ingest", "s3:DeleteObject", "/incoming/*"): ("trash", "the_uploaded_file_under_incoming_is_removed_after_publishing"),
    ("ingest", "s3:DeleteObject", "/album-notes/*"): PLACE_GONE,
    ("ingest", "s3:DeleteObject", "/playlistCovers/*"): PLACE_GONE,
    ("ingest", "s3:DeleteObject", "/study-cards/*"): PLACE_GONE,
    ("ingest", "s3:DeleteObject", "/own-cards/*"): PLACE_GONE,
    ("ingest", "s3:DeleteObject", "/course-pictures/*"): PLACE_GONE,
    ("ingest", "s3:PutObject", "/pictures/*"): SHOWN,
    ("ingest", "s3:DeleteObject", "/pictures/*"): PLACE_GONE,
    ("changes", "s3:PutObject", "/pictures/*"): SHOWN_AGAIN,
    ("changes", "s3:DeleteObject", "/pictures/*"): SHOWN_AGAIN,
    ("changes", "s3:GetObject", "/notes/*"): SHOWN_AGAIN,
    ("changes", "s3:GetObject", "/course-pictures/*.jpg"): SHOWN_AGAIN,
    ("changes", "s3:GetObject", "-notes/*"): RESTORED,
    ("changes", "s3:PutObject", "preparing/*"): NIGHT,
    ("changes", "s3:PutObject", "catalogue/*"): CATALOGUE,
    ("changes", "s3:GetObject", "catalogue/*"): CATALOGUE,
    ("changes", "s3:PutObject", "library/*"): TITLES,
    ("changes", "s3:GetObject", "library/*"): TITLES,
    ("api", "s3:GetObject", "library/*"): TITLES,
    ("api", "s3:GetObject", "catalogue/*"): SITEMAP,
    ("api", "s3:GetObject", "inside/*"): INSIDE,
    ("inside", "s3:PutObject", "inside/*"): INSIDE,
    ("inside", "s3:GetObject", "/notes/*"): INSIDE,
    ("inside", "s3:GetObject", "/album-notes/*"): INSIDE,
    ("inside", "s3:GetObject", "/transcripts/*"): HEARD,
    ("inside", "dynamodb:GetItem", ""): INSIDE,
    ("inside", "dynamodb:PutItem", ""): INSIDE,
    ("inside", "dynamodb:Query", ""): INSIDE,
    ("changes", "dynamodb:BatchGetItem", ""): LEFT,
    ("changes", "dynamodb:BatchWriteItem", ""): LEFT,
    ("changes", "dynamodb:DeleteItem", ""): LEFT,
    ("changes", "dynamodb:GetItem", ""): NOTES_GO,
    ("changes", "dynamodb:PutItem", ""): NIGHT,
    ("changes", "dynamodb:Query", ""): LEFT,
    ("changes", "cognito-idp:AdminDeleteUser", ""): PURGED,
    ("changes", "cognito-idp:ListUsers", ""): NIGHT,
    ("changes", "s3:ListBucket", "files-000000000000"): NIGHT,
    ("changes", "s3:ListBucket", "site-000000000000"): FOLLOWED,
    ("changes", "s3:DeleteObject", "/incoming/*"): MENDED,
    **{("api", "s3:GetObject", area): journey for area, journey in AREAS.items()},
    **{("ingest", "s3:PutObject", area): journey for area, journey in AREAS.items()},
    **{("changes", "s3:DeleteObject", area): journey for area, journey in AREAS.items()},
}


# Permissions that the emulator cannot show to be needed, by function, action and the end of the resource.
BEYOND = {
    # Without it, S3 reports a missing object as forbidden. The emulator reports it as missing either way.
    ("api", "s3:ListBucket", ""),
    ("ingest", "s3:ListBucket", ""),
    ("prepare", "s3:ListBucket", ""),
    # Cognito sends no reset code to an unconfirmed account, so the API sets the password itself. The emulator sends
    # one.
    ("api", "cognito-idp:AdminSetUserPassword", ""),
    # Old catalogues are deleted a day after they were written, by the clock of S3.
    ("changes", "s3:DeleteObject", "catalogue/*"),
    ("changes", "s3:DeleteObject", "library/*"),
    # Old indexes are deleted in the same way, and only the nightly run lists all of them.
    ("inside", "s3:DeleteObject", "inside/*"),
    ("inside", "s3:ListBucket", ""),
    ("inside", "dynamodb:Query", "gsi1"),
    # Ingest deletes its copies if the upload is cancelled, or its target deleted, between its last check and its
    # transaction. No journey can hit that moment.
    *(
        ("ingest", "s3:DeleteObject", area)
        for area in ("/notes/*", "/deep-dive-notes/*", "/quick-recap-notes/*", "/chill-review-notes/*", "/audio-notes/*")
    ),
    # The same applies to a rendition whose recording is deleted while it is made, to the check that a recording without
    # silences still has its file, and to requests that a lifecycle rule deletes a day later.
    ("prepare", "s3:DeleteObject", ""),
    ("prepare", "dynamodb:ConditionCheckItem", ""),
    # The same applies to the photo of an account that is deleted at that moment together with its uploads.
    ("ingest", "s3:DeleteObject", "/profile-images/*"),
    # The nightly run moves withheld files only after an interruption or the term of a counter notice, and sends the mails
    # that the API could not send. No journey hides a recording with a transcript.
    *(("changes", "s3:PutObject", area) for area in ("/notes/*", "-notes/*", "/transcripts/*", "/withheld/*")),
    *(("changes", "s3:GetObject", area) for area in ("/transcripts/*", "/withheld/*")),
    ("changes", "dynamodb:ConditionCheckItem", ""),
    ("changes", "cognito-idp:AdminGetUser", ""),
    ("changes", "ses:SendEmail", ""),
    ("api", "s3:DeleteObject", "/transcripts/*"),
    # One journey has a recording prepared, on one shelf.
    *(
        ("prepare", action, area)
        for action in ("s3:GetObject", "s3:PutObject")
        for area in ("/deep-dive-notes/*", "/quick-recap-notes/*", "/chill-review-notes/*")
    ),
}


def is_beyond(function, action, resource):
    """Returns true if the emulator cannot show that a permission is needed."""
    return any((function, action) == (of, what) and resource.endswith(end) for of, what, end in BEYOND)


def permissions(policy):
    """Yields each allowed action with each of its resources."""
    for statement in policy["Statement"]:
        for action in as_list(statement["Action"]):
            for resource in as_list(statement["Resource"]):
                yield statement["Sid"], action, resource


def without(policy, sid, action, resource):
    """Returns the policy without one action on one resource."""
    policy = copy.deepcopy(policy)
    kept = []
    for statement in policy["Statement"]:
        actions, places = as_list(statement["Action"]), as_list(statement["Resource"])
        if statement["Sid"] != sid:
            kept.append(statement)
            continue
        others = [each for each in actions if each != action]
        elsewhere = [each for each in places if each != resource]
        if others:
            kept.append({**statement, "Action": others})
        if elsewhere:
            kept.append({**statement, "Sid": f"{sid}Elsewhere", "Action": [action], "Resource": elsewhere})
    policy["Statement"] = kept
    return policy


def unneeded(emulator, world, journeys, wanted):
    """Yields a message for each permission that no journey needs. Only permissions with `wanted` in their names are
    tried."""
    iam = emulator.client("iam")
    for function in FUNCTIONS:
        role = world["roles"][function]
        [name] = iam.list_role_policies(RoleName=role)["PolicyNames"]
        policy = iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
        for sid, action, resource in permissions(policy):
            if action in SERVICES or is_beyond(function, action, resource):
                # Lambda itself uses the actions in `SERVICES`; the emulator works without them.
                continue
            what = f"{function} {action} on {resource.split(':::')[-1].split(':')[-1]}"
            if wanted not in what:
                continue
            began = time.monotonic()
            less = without(policy, sid, action, resource)

            def put(document):
                iam.put_role_policy(RoleName=role, PolicyName=name, PolicyDocument=json.dumps(document))

            asking = journeys.asked.for_modules(role, action, resource)
            missed = missed_by(journeys, function, action, resource, asking, lambda: put(less), lambda: put(policy))
            print(f"  {what:<90} {missed or 'NOT NEEDED':<60} {time.monotonic() - began:>6.1f} s", flush=True)
            if missed is None:
                yield f"No journey needs {what}. It is requested during journeys of: {', '.join(asking) or 'no module'}."


def missed_by(journeys, function, action, resource, asking, take, give_back):
    """Returns the first journey that fails without the permission and passes with it. Only modules during which the
    permission was requested are tried."""
    first = [
        (file, [test])
        for (of, needed, end), (file, test) in NEEDED_BY.items()
        if (of, needed) == (function, action) and resource.endswith(end) and file in journeys.modules
    ]
    for file, only in [*first, *((file, []) for file in asking)]:
        take()
        _, failed, _ = journeys.run(file, only)
        give_back()
        if failed:
            # Some journeys need an unused stack and always fail the second time.
            _, failed_anyhow, _ = journeys.run(file, [test for test in failed if test in journeys.of(file)])
            for journey in failed:
                if journey not in failed_anyhow:
                    return f"{file}::{journey}"
    return None
