/** Limits and texts of the tab User Profile. `worklist.md` B-3. */

/** Characters, as those of a name are `Name` of `schemas.ts`. */
export const jobTitleMax = 100
export const phoneMax = 20

export const profileTexts = {
  saved: 'Profile updated successfully!',
  saveFailed: 'Failed to update profile. Please try again.',
  loadFailed: 'Failed to fetch user profile',
  updateFailed: 'Failed to update user profile',
  emailFixed: 'The email cannot be changed, contact support.',
  verified: 'Verified',
  unverified: 'Unverified',
  phoneMissing: 'Please enter a phone number first',
  phoneForm: 'Enter the phone number with its country code, for example +49 170 1234567.',
  codeSent: 'Verification code sent to your phone!',
  codeExpires: 'The code expires in 10 minutes.',
  codeWrong: 'Invalid verification code. Please try again.',
  sendFailed: 'Failed to send verification code. Please try again.',
  verifyFailed: 'Failed to verify phone number. Please try again.',
  addFailed: 'Failed to add phone number',
  phoneVerified: 'Phone number verified successfully!',
  verifyTitle: 'Failed to verify phone number',
  changePhoto: 'Change Photo',
  removePhoto: 'Remove Photo',
} as const
