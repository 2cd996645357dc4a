/** What can fail while a payload is looked at: a part of the catalogue. `studio-account-settings.md` sections 5 and 8. */
import { entry } from '../kit/problem-entry.ts'

export const rendererProblems = {
  'renderer/upload-failed': entry(0, 'Upload Failed', 'Please upload a valid JSON file'),
  'renderer/upload-too-large': entry(0, 'Upload Failed', 'Choose a file of up to 5 MB.'),
  'renderer/unreadable': entry(0, 'Upload Failed', 'Your browser could not read this file.', true),
  'renderer/parse-error': entry(0, 'Parse Error', 'The data you pasted is not valid JSON'),
  'renderer/paste-too-large': entry(0, 'Paste Failed', 'Paste up to 5 MB.'),
  'renderer/paste-failed': entry(
    0,
    'Paste Failed',
    'Your browser blocks access to the clipboard. Paste into the box below.',
    true,
  ),
} as const
