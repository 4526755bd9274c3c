import { useParams } from "react-router";
import { profilePlaylists } from "@/features/playlists/student-playlists";
import { PublicProfile } from "@/features/profile/public-profile";

export function Component() {
  const { username = "" } = useParams();
  return <PublicProfile key={username} username={username} playlists={profilePlaylists} />;
}
