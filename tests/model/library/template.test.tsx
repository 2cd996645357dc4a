import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { type TemplateSnapshot, templateMachine } from '#src/machines/library/template.machine.ts'
import { StartForm } from '#src/views/library/StartForm.tsx'
import { press, write } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, faultAtField, fieldAt, offline, seesForm, wrongAt } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const label = 'Connector name'
const input = { templateId: 'sandbox-shop-to-crm', name: 'Shop to CRM' }

const fixture: Fixture<typeof templateMachine> = {
  view: (actor) => <StartForm actor={actor} />,
  inputs: { 'a ready-made definition': input },
  answers: {
    startTemplate: {
      asks: ({ context: { name } }) => ({ templateId: input.templateId, name: name.trim() }),
      answers: { 'a draft': { connectorId: 'the-draft' } },
      problems: {
        'it was withdrawn': refusal('template/not-found'),
        'the name is too long': wrongAt('/name'),
        'the net is down': offline,
      },
    },
  },
  drivers: {
    'user.wrote': [
      { ...writes('Mine'), when: ({ context: { name } }) => name !== 'Mine' },
      { ...writes('  '), when: ({ context: { name } }) => name === 'Mine' },
    ],
    'user.submitted': press('Use template'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    writing: sees('Use template', false),
    starting: sees('Creating the draft…', true),
    // The page leads on at once.
    started: ({ context }) => expect(context.connectorId).toBe('the-draft'),
  },
  delays: {},
  project: ({ name, connectorId, problem }) => ({
    called: name,
    made: connectorId !== null,
    told: problem?.code ?? false,
    atField: problem?.errors !== undefined,
  }),
  invariants: {
    'the name stays, whatever comes back': {
      when: ({ before, after }) => before.matches('starting') && after.matches('writing'),
      holds: ({ before }) => expect(fieldAt(label).value).toBe(before.context.name),
    },
    'what failed is told': {
      when: ({ event }) => /^xstate\.(error|after)/.test(event.type),
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
    'what the server says of the name stands at it': {
      when: ({ after }) => after.matches('writing'),
      holds: ({ after }) => expect(faultAtField(label)).toBe(after.context.problem?.errors ? `${label} what /name must be` : ''),
    },
    'nothing is made without a name': {
      when: ({ before, event }) => event.type === 'user.submitted' && before.matches('writing'),
      holds: ({ before }) => expect(before.context.name.trim()).not.toBe(''),
    },
  },
}

describe('a start from a template', () => {
  verifyShape(templateMachine)
  verifyEveryEdge(templateMachine, fixture)
})

function writes(text: string) {
  return { ...write(text, label), event: { type: 'user.wrote', text } as const }
}

function sees(button: string, isBusy: boolean) {
  return ({ context: { name } }: TemplateSnapshot) => {
    seesForm('Start from this template', button, isBusy)
    expect(fieldAt(label).value).toBe(name)
    expect(screen.getByRole('region', { name: 'Use template' })).toBeTruthy()
  }
}
