import { renderProfilePlaylists } from "@/features/playlists/student-playlists";
import { OwnProfile } from "@/features/profile/public-profile";

export function Component() {
  return <OwnProfile playlists={renderProfilePlaylists} />;
}
