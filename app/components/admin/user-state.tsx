import { StatusBadge } from "#app/components/ui/status-badge.tsx";

/** Whether somebody can sign in to an account. */
export function UserState({ isActive, isEmailVerified }: { isActive: boolean; isEmailVerified: boolean }) {
  if (!isActive) return <StatusBadge state="off">Inactive</StatusBadge>;
  if (!isEmailVerified) return <StatusBadge state="pending">Not verified</StatusBadge>;
  return <StatusBadge state="handled">Active</StatusBadge>;
}
