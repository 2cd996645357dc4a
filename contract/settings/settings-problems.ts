/** What can go wrong with settings of a company. */
import { entry } from '../kit/problem-entry.ts'

export const settingsProblems = {
  'settings/stale': entry(
    409,
    'Changed meanwhile',
    'Somebody saved these settings after you opened them. Load them again, then repeat your change.',
  ),
  'settings/forbidden': entry(403, 'Not allowed', "You don't have permission to access system settings."),
  'image/unusable': entry(422, 'Picture not usable', 'Please select an image file'),
} as const
