/** What the page of an invitation says. */
export const invitationMessages = {
  title: 'Join a company',
  looking: 'Looking for your invitation…',
  titleOf: (company: string) => `Join ${company}`,
  asked: (inviter: string, company: string) => `${inviter} has asked you to join ${company} on Datacrane.`,
  company: 'Company',
  inviter: 'Invited by',
  role: 'Role',
  roles: { USER: 'User', ADMIN: 'Administrator' },
  form: 'Accept the invitation',
  email: 'Email',
  emailHint: 'The invitation was sent to this address; you sign in with it.',
  firstName: 'First name',
  lastName: 'Last name',
  submit: 'Accept the invitation',
  submitting: 'Accepting…',
  missing: 'Fill in every field; the password must fit its rules.',
  missingNames: 'Enter your first and last name.',
  withSso: (company: string) =>
    `${company} requires single sign-on: you sign in at the identity provider of the company and choose no password here.`,
  cancel: 'Cancel',
  failed: (message: string) => `The invitation was not accepted: ${message}`,
  elsewhere: (inviter: string) => `Ask ${inviter} to invite another address.`,
  accepted: {
    title: 'You are a member',
    sso: (company: string) =>
      `You belong to ${company} now. Sign in at the identity provider of the company: you need no password for Datacrane.`,
    password: (company: string) =>
      `You belong to ${company} now. Sign in with your email and the password that you have just chosen.`,
  },
  linkless: {
    title: 'This link is incomplete',
    said: 'This link is incomplete. Open the link in the invitation again.',
  },
  ended: {
    title: 'This invitation is over',
    said: 'It has expired, was cancelled, was replaced by a newer one, or was already used.',
    next: 'If you have accepted it already, sign in. Otherwise ask the person who invited you for a new one.',
  },
  unreachable: { title: 'Could not load invitation', retry: 'Retry' },
  signIn: { password: 'Sign in', sso: 'Use single sign-on' },
}
