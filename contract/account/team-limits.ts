/** Limits and texts of the tab Team Members. `worklist.md` B-4, `studio-account-settings.md` sections 4 and 8. */

/** Members of a list that is asked for without a page. */
export const wholeTeamMax = 500
export const membersPerPage = 10

export const teamTexts = {
  invited: (email: string) => `Invitation sent to ${email}`,
  invitedKept: (email: string) => `Invitation to ${email} created. No mail server is set up: copy the link.`,
  invitedNoLink: (email: string) =>
    `Invitation to ${email} created. No mail server is set up. Send the invitation again to get the link.`,
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  linkNotCopied: (link: string) => `Your browser blocked copying. Copy this link yourself: ${link}`,
  revoked: (email: string) => `Invitation to ${email} has been revoked`,
  removed: (name: string) => `${name} has been removed from the team`,
  deactivated: (name: string) => `${name} has been deactivated`,
  reactivated: (name: string) => `${name} has been reactivated`,
  inviteFailed: 'Failed to send invitation. Please try again.',
  actionFailed: (action: string) => `Failed to ${action} team member. Please try again.`,
  unknown: 'An error occurred. Please try again.',
  emailForm: 'Please enter a valid email address',
  notOwn: 'You cannot deactivate yourself',
  noName: '-',
  you: 'You',
} as const
