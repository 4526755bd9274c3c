import { OwnProfile } from "@/features/profile/public-profile";

export function Component() {
  return <OwnProfile />;
}
