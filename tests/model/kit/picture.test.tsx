import { fireEvent, screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { chosenPictureMax } from '#contract/kit/files/image-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import { pictureMachine } from '#src/machines/kit/picture.machine.ts'
import { PictureField } from '#src/views/kit/controls/PictureField.tsx'
import { press } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { offline } from './samples/public-pages.ts'
import { verifyShape } from './shape.ts'

const small = new File(['x'], 'me.png', { type: 'image/png' })
const text = new File(['x'], 'me.txt', { type: 'text/plain' })
const large = new File([new Uint8Array(chosenPictureMax)], 'large.png', { type: 'image/png' })

const chooses = (file: File) => ({
  says: `choose ${file.name}`,
  find: () => screen.getByRole('button', { name: /^(Change Photo|Working…)$/ }),
  // What a browser offers to choose from is a hint: a person may choose any file.
  use: async () =>
    void fireEvent.change(screen.getByLabelText('Change Photo', { selector: 'input' }), { target: { files: [file] } }),
  event: { type: 'user.chose', file } as const,
})

const fixture: Fixture<typeof pictureMachine> = {
  view: (actor) => (
    <PictureField actor={actor} label="Photo" change="Change Photo" remove="Remove Photo" hint="Square" hasPicture>
      <p>AL</p>
    </PictureField>
  ),
  inputs: { nothing: undefined },
  answers: {
    givePicture: {
      asks: ({ context }) => context.file,
      answers: { 'it is there': 'data:image/webp;base64,AA==' },
      problems: { 'the net is down': offline, 'the server cannot read it': refusal('image/unusable') },
    },
  },
  drivers: {
    'user.chose': [chooses(small), chooses(text), chooses(large)],
    'user.removed': press('Remove Photo'),
  },
  assertions: {
    idle: ({ context: { problem } }) => {
      screen.getByRole('button', { name: 'Change Photo' })
      expect(screen.queryByText(problem?.message ?? 'Working…') === null).toBe(problem === null)
    },
    giving: () => screen.getByRole('button', { name: 'Working…' }),
  },
  delays: {},
  project: ({ file, problem }) => ({ file: file === null ? null : 'a picture', told: problem?.code ?? null }),
  invariants: {
    'only pictures of less than 5 MB are given on, and why not is said': {
      when: ({ event }) => event.type === 'user.chose' && event['file'] !== small,
      holds: ({ event, after }) => {
        expect(after.value).toBe('idle')
        screen.getByText(event['file'] === text ? 'Please select an image file' : 'File size must be less than 5MB')
      },
    },
  },
}

describe('a picture', () => {
  verifyShape(pictureMachine)
  verifyEveryEdge(pictureMachine, fixture)
})
