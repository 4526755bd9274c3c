import { useQuery } from "@tanstack/react-query";
import { myProfileQuery } from "@/data/me/me";
import { usePageTitle } from "@/lib/browser/page-title";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { PageHeader } from "@/ui/layout/page-header";
import { FollowedCourses } from "./followed-courses";
import { PrivacySettings } from "./privacy";
import { ProfileForm } from "./profile-form";
import "./profile.css";

export function ProfilePage() {
  usePageTitle("My Account");
  const profile = useQuery(myProfileQuery);
  return (
    <>
      <PageHeader title="Set Profile (optional)" />
      {profile.data ? (
        <div className="profile-columns">
          <ProfileForm key={profile.data.uid} me={profile.data} />
          <div className="grid gap-6">
            <FollowedCourses />
            <PrivacySettings me={profile.data} />
          </div>
        </div>
      ) : profile.isError ? (
        <LoadError variant="banner" error={profile.error} onRetry={profile.refetch}>
          Failed to load profile data
        </LoadError>
      ) : (
        <div className="profile-columns" role="status" aria-label="Loading...">
          <Skeleton className="profile-panel" />
          <Skeleton className="profile-panel" />
        </div>
      )}
    </>
  );
}
