import { profileTexts } from '#contract/account/profile-limits.ts'

/** The tab User Profile; its fixed texts come from the contract. */
export const profileMessages = {
  ...profileTexts,
  name: 'your profile',
  loading: 'Loading…',
  edit: 'Edit',
  cancel: 'Cancel',
  person: { title: 'Personal details', sub: 'How you appear to your team.' },
  formats: { title: 'Time zone and language', sub: 'How times, dates and numbers are written for you.' },
  photo: 'Photo',
  photoHint: 'PNG, JPEG or WebP of less than 5 MB. It is cropped to a square.',
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
  companyHint: 'An administrator changes it in the company settings.',
  languageHint: 'Sets the formats of dates and numbers. Texts stay in English until this language is available.',
  phoneHint: 'With its country code, for example +49 170 1234567.',
  verification: {
    title: 'Verify phone number',
    verify: 'Verify',
    prove: 'Confirm your identity',
    send: 'Send code',
    leave: 'Cancel verification',
    why: (phone: string) =>
      `A code of six digits is sent to ${phone}. Enter your password first, so that no one else can add a number.`,
    kept: "Code created. We couldn't send it, because no SMS provider is set up. Your operator can find the code in the outbox.",
    hintKept: 'Enter the 6 digits from the outbox.',
    hint: (phone: string) => `Enter the 6 digits that were sent to ${phone}.`,
  },
  required: 'Must not be empty',
  notSet: 'Not set',
  companyZone: (zone: string) => `As the company: ${zone}`,
  likeCompany: 'As the company',
}
