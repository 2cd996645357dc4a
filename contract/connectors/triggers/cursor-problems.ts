/** What can fail while a cursor is set: a part of the catalogue. */
import { entry } from '../../kit/problem-entry.ts'

export const cursorProblems = {
  'cursor/none': entry(409, 'No cursor', 'This connector has no live version with a cursor.'),
  'cursor/run-open': entry(
    409,
    'A run is open',
    "You can't set the cursor during a run. Wait for the run to end or cancel it, then set the cursor.",
  ),
  'cursor/would-drop': entry(
    409,
    'Different data',
    "This version reads different data, so the live cursor doesn't fit. Choose where reading starts.",
  ),
  'cursor/value-refused': entry(422, 'Not a cursor value', "The cursor can't start at this value."),
  'cursor/changed': entry(409, 'Changed elsewhere', 'The cursor has moved since you opened it. Reload it, then set it.'),
} as const
