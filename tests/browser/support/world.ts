import { createCourse, createNotice, publishAudio, publishNote } from "./content";
import { isoDateInDays } from "./days";
import { pdfWithTexts } from "./pdf";
import { sampleRecordings } from "./player";
import { ADMIN, apiClient, createStudent, type Student, uniqueCourseCode, uniqueName } from "./users";

/** Content for the tests that walk through all surfaces. */
export interface OverlayTestContent {
  student: Student;
  code: string;
  chapter: string;
  note: { id: string; title: string };
  playlist: string;
  /** Title of a recording in the playlist. */
  recording: string;
  recordingId: string;
  /** Code of the requested course. */
  wanted: string;
  /** Title of a recording on the radio. */
  audio: string;
  /** Title of a note that is hidden because of a notice of copyright. */
  claimed: string;
}

/** Empty content, to read the tables without a server. */
export const blankWorld: OverlayTestContent = {
  student: { username: "", email: "", password: "" },
  code: "",
  chapter: "",
  note: { id: "", title: "" },
  playlist: "",
  recording: "",
  recordingId: "",
  wanted: "",
  audio: "",
  claimed: "",
};

/**
 * Creates a student with an exam, a card, a playlist, a request and a report about a note of a course with two cards.
 */
export async function makeWorld(): Promise<OverlayTestContent> {
  const [code, student, title, wanted] = [
    await createCourse("Walked"),
    await createStudent(),
    uniqueName("Walk "),
    uniqueCourseCode(),
  ];
  const [admin, api] = [await apiClient(ADMIN), await apiClient(student)];
  const made = await admin.post(`/courses/${code}/chapters`, { number: 1, title: "Sorting" });
  const { id: chapter } = made as { id: string };
  for (const front of ["First?", "Second?"])
    await admin.post(`/courses/${code}/chapters/${chapter}/cards`, { title: front, content: `Answer to ${front}` });
  const id = await publishNote(code, title, "", pdfWithTexts(["A heap is a tree", "A list"], title, 0, ["One", "Two"]));
  await publishNote(code, uniqueName("Other walk "));
  await api.put(`/me/exams/${code}`, { date: isoDateInDays(9), title: "Midterm", retentionPercent: 90 });
  await api.put(`/me/cards/${code}/01JD8Z5V7R8XQ4N2T6W0YB3C9F`, { title: "Mine?", content: "Yes" });
  // Other tests publish recordings with unique names, which contain long numbers.
  const notes = (await sampleRecordings()).filter(({ title }) => !/\d{3}/.test(title)).slice(0, 5);
  const { playlist } = (await api.post("/me/playlists", { name: "Walk", audioIds: notes.map((one) => one.id) })) as {
    playlist: { id: string };
  };
  await api.post("/requests", { courseCode: wanted, courseName: "Basket Weaving", reason: "I like baskets." });
  await api.post("/reports", { kind: "note", id, reason: "copyright", text: "Taken from a book." });
  await createNotice(id);
  const claimed = uniqueName("Claimed walk ");
  const notice = await createNotice(await publishNote(code, claimed));
  await admin.post(`/admin/copyright-notices/${notice}/hide`, { password: ADMIN.password });
  const { id: recordingId = "", title: recording = "" } = notes[0] ?? {};
  const { title: audio } = await publishAudio("radio", uniqueName("Walked audio "));
  return {
    student,
    code,
    chapter,
    note: { id, title },
    playlist: playlist.id,
    recording,
    recordingId,
    wanted,
    audio,
    claimed,
  };
}
