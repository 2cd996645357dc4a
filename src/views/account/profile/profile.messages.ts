import { profileTexts } from '#contract/account/profile-limits.ts'

/** The tab User Profile; its fixed texts come from the contract. */
export const profileMessages = {
  ...profileTexts,
  name: 'your profile',
  loading: 'Loading…',
  edit: 'Edit',
  cancel: 'Cancel',
  person: { title: 'Personal details', sub: 'How you appear to your team.' },
  formats: { title: 'Time zone and language', sub: 'How you see times, dates and numbers.' },
  photo: 'Photo',
  photoHint: 'PNG, JPEG or WebP under 5 MB. We crop it to a square.',
  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phone: 'Phone',
    jobTitle: 'Job title',
    company: 'Company',
    timezone: 'Time zone',
    language: 'Language',
  },
  companyHint: 'Administrators can change this in the company settings.',
  languageHint: 'Sets date and number formats. Texts are available in English only.',
  phoneHint: 'With the country code, for example +49 170 1234567.',
  verification: {
    title: 'Verify phone number',
    verify: 'Verify',
    prove: 'Confirm your identity',
    send: 'Send code',
    leave: 'Cancel verification',
    why: (phone: string) =>
      `We send a six-digit code to ${phone}. Enter your password first, so no one else can add a number.`,
    kept: 'Code created, but not sent: no SMS provider is set up. Your operator can find it in the outbox.',
    hintKept: 'Enter the 6 digits from the outbox.',
    hint: (phone: string) => `Enter the 6 digits we sent to ${phone}.`,
  },
  required: 'Fill in this field.',
  notSet: 'Not set',
  companyZone: (zone: string) => `Company default: ${zone}`,
  likeCompany: 'Company default',
}
