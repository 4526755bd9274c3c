import { Outlet } from "react-router";
import { paths } from "@/lib/urls/paths";
import { NavTabs } from "@/ui/layout/nav-tabs";
import { PageHeader } from "@/ui/layout/page-header";
import "./console.css";

const tabs = [
  { title: "Content", to: paths.admin(), end: true },
  { title: "Courses", to: paths.adminCourses() },
  { title: "Uploads", to: paths.adminUploads() },
  { title: "Requests", to: paths.adminRequests() },
  { title: "Reports", to: paths.adminReports() },
  { title: "Copyright", to: paths.adminCopyright() },
  { title: "Students", to: paths.adminStudents() },
  { title: "Trash", to: paths.adminTrash() },
  { title: "Keys", to: paths.adminKeys() },
  { title: "Activity", to: paths.adminActivity() },
] as const;

/** Layout of the console: heading, tabs and the current page. */
export function ConsoleLayout() {
  return (
    <>
      <PageHeader title="Console" />
      <NavTabs label="Console" tabs={tabs} />
      <Outlet />
    </>
  );
}
