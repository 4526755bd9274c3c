import { NoticePage } from "@/features/copyright/notice-page";

export const Component = NoticePage;
