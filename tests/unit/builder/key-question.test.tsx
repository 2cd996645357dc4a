// @vitest-environment happy-dom
/** What identifies a record: what is proposed, when it is asked, and what an answer does. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { keyQuestionOf, proposedKeys } from '#contract/connectors/config/key-question.ts'
import { lacksOfAnswer } from '#contract/connectors/config/open-questions.ts'
import { unusedSettings } from '#contract/connectors/config/unused-settings.ts'
import { identityOf } from '#server/engine/plan/record-identity.ts'
import { namingBy } from '#server/engine/read/key-fields.ts'
import { ownKey } from '#server/engine/read/record-key.ts'
import { openQuestions } from '#server/features/connectors/config/open-questions.ts'
import { KeyChoice } from '#src/views/builder/lists/KeyChoice.tsx'
import { shopDraft } from '../../model/kit/samples/drafts.ts'

afterEach(cleanup)

const orders = [
  { sku: 'a', order_number: 7, customerId: 1, status: 'open', note: 'x', zipCode: '1' },
  { sku: 'b', order_number: 8, customerId: 1, status: 'open', note: '', zipCode: '' },
]
const { source } = shopDraft.config
const draftOf = (change: Partial<SourceConfig>, examples: readonly unknown[], liveVersion: number | null = null) => {
  const shape = { fields: [], examples: [...examples], origin: 'request', takenAt: '2026-11-28T10:00:00.000Z' } as const
  return {
    config: { ...shopDraft.config, source: { type: 'http', url: source.url, isList: true, ...change } as SourceConfig },
    shapes: { ...shopDraft.shapes, source: shape as never },
    liveVersion,
  }
}
const asks = (draft: ReturnType<typeof draftOf>) => lacksOfAnswer(draft).some(({ what }) => what === 'key')

describe('what identifies a record', () => {
  it('is proposed from the sample: in each record, different in each, and named as keys are', () => {
    expect(proposedKeys(orders)).toEqual(['order_number', 'sku'])
    expect(proposedKeys([{ email: 'a@x.test', customer_email: 'b@x.test', order_number: 7, name: 'Anna' }])).toEqual([
      'order_number',
      'email',
    ])
    expect(proposedKeys([])).toEqual([])
    expect(proposedKeys(['a', 'b'])).toEqual([])
    expect(proposedKeys([{ orderId: null }, { orderId: 1 }])).toEqual([])
  })

  it('is asked of a new list whose records have no usual key, and of nothing else', () => {
    expect(asks(draftOf({}, orders))).toBe(true)
    expect(asks(draftOf({}, orders, 3))).toBe(false)
    expect(asks(draftOf({ keyFields: ['sku'] }, orders))).toBe(false)
    expect(asks(draftOf({ noKey: true }, orders))).toBe(false)
    expect(asks(draftOf({ isList: false }, orders))).toBe(false)
    expect(asks(draftOf({}, []))).toBe(false)
    expect(asks(draftOf({}, [{ id: 1 }, { id: 2 }]))).toBe(false)
    expect(asks(draftOf({}, [{ id: 1 }, { sku: 'b' }]))).toBe(true)
    const hook = draftOf({}, orders)
    expect(keyQuestionOf({ ...hook.config, trigger: { type: 'webhook' } }, hook.shapes)).toBeNull()
  })

  it('is an error of the deployment of a new connector', () => {
    const { config, shapes } = draftOf({}, orders)
    const message = 'Choose in the source step what identifies a record'
    expect(openQuestions(config, shapes, null)).toContainEqual({ path: '/source/keyFields', message })
    expect(openQuestions(config, shapes, 1).map((it) => it.message)).not.toContain(message)
  })

  it('is answered by a field, or by "nothing does", and the answer can be changed', () => {
    const told: SourceConfig[] = []
    const { config, shapes } = draftOf({}, orders)
    const question = keyQuestionOf(config, shapes)
    if (question === null) throw new Error('it is asked')
    const { rerender } = render(<KeyChoice question={question} source={config.source} onChange={(it) => told.push(it)} />)
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'order_number' }))
    fireEvent.click(screen.getByRole('radio', { name: 'No identifying field' }))
    expect(told).toEqual([
      { ...config.source, keyFields: ['order_number'] },
      { ...config.source, noKey: true },
    ])
    rerender(
      <KeyChoice question={question} source={{ ...config.source, keyFields: ['a', 'b'] }} onChange={(it) => told.push(it)} />,
    )
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'a, b' }).checked).toBe(true)
  })

  it('is not said twice: "nothing does" beside key fields is not used', () => {
    const wrong = (more: object) => unusedSettings('/source', 'source', { type: 'http', url: source.url, noKey: true, ...more })
    expect(wrong({})).toEqual([])
    expect(wrong({ keyFields: ['sku'] }).map(({ path }) => path)).toEqual(['/source/noKey'])
    expect(wrong({ type: 'database' }).map(({ path }) => path)).toEqual(['/source/noKey'])
  })

  it('is nothing where that was said: not the id of the record either', () => {
    const record = { id: 7 }
    namingBy({ type: 'http', noKey: true })?.(record)
    expect(ownKey(record)).toBeNull()
    expect(identityOf({ source: { type: 'http', noKey: true } as SourceConfig }, [record])).toMatchObject({ by: 'content' })
    expect(namingBy({ type: 'http' })).toBeNull()
  })
})
