/** What can fail while a cursor is set: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const cursorProblems = {
  'cursor/none': entry(
    409,
    'No cursor',
    'The live version of this connector has no source that is read again, so there is no cursor to set.',
  ),
  'cursor/run-open': entry(
    409,
    'A run is open',
    'The cursor cannot be set while a run is open. Wait for its end or cancel it, then set the cursor.',
  ),
  'cursor/would-drop': entry(
    409,
    'It reads something else',
    'This version reads something else, so the cursor of the live version does not fit it. Say where reading begins.',
  ),
  'cursor/value-refused': entry(422, 'Not a value of the cursor', 'The cursor cannot begin at this value.'),
  'cursor/changed': entry(
    409,
    'Changed in the meantime',
    'The cursor has moved since you looked at it. Look at it again, then set it.',
  ),
} as const
