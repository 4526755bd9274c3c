import { KeysPage } from "@/features/admin/keys/keys-page";

export const Component = KeysPage;
