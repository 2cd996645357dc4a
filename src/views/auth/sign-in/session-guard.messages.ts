/** What is said of a session inside; the sign-in page does not load it. */
export const sessionGuardMessages = {
  again: 'Sign in again to continue',
  ended: 'Your session has ended. Sign in to continue on this page.',
  signOut: 'Sign Out',
  status: 'Session',
  renewing: 'Renewing your session…',
  offline: "Can't reach the server. Your session renews when the connection is back.",
}
