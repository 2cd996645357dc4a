// @vitest-environment happy-dom
/** What is rarely set in the form of a system: what counts as a success, what keys are made of, and time limits. */
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'

import type { SideConfig, SideName } from '#src/machines/builder/systems/side-config.ts'
import { SideForm } from '#src/views/builder/systems/SideForm.tsx'

afterEach(cleanup)

const http: SideConfig = { type: 'http', url: 'https://a.test/x', requestMethod: 'GET' }

function open(config: SideConfig, side: SideName = 'source') {
  const seen: SideConfig[] = [config]
  function Held() {
    const [held, setHeld] = useState(config)
    const change = (it: SideConfig) => {
      seen.push(it)
      setHeld(it)
    }
    return <SideForm side={side} config={held} isWritable onChange={change} />
  }
  render(<Held />)
  return { user: userEvent.setup({ delay: null }), newest: () => seen.at(-1) }
}

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

describe('the success condition of a destination', () => {
  const destination: SideConfig = { type: 'http', url: 'https://a.test/x', requestMethod: 'POST' }

  it('is written, and gone with its last part', async () => {
    const { user, newest } = open(destination, 'destination')
    await user.click(screen.getByText('Success criteria'))
    await user.type(box('Expected statuses (optional)'), '201,')
    expect(box('Expected statuses (optional)').value).toBe('201,')
    expect(newest()).toEqual({ ...destination, success: { statuses: ['201'] } })
    await user.type(box('Expected statuses (optional)'), ' 200-204')
    await user.type(box('Expected content type (optional)'), 'application/json')
    expect(screen.queryByLabelText('Field value (optional)')).toBeNull()
    await user.type(box('Response field (optional)'), 'result.state')
    await user.type(box('Field value (optional)'), 'ok')
    const field = { path: 'result.state', value: 'ok' }
    expect(newest()).toEqual({
      ...destination,
      success: { statuses: ['201', '200-204'], contentType: 'application/json', field },
    })
    for (const name of ['Expected statuses (optional)', 'Expected content type (optional)', 'Response field (optional)'])
      await user.clear(box(name))
    expect(newest()).toEqual(destination)
    await user.click(box('The destination ignores repeated requests with the same Idempotency-Key'))
    expect(newest()).toEqual({ ...destination, honoursKeys: true })
  })

  it('has beside it what keys are made of, which is usually not said', async () => {
    const { user, newest } = open(destination, 'destination')
    const keys = 'Idempotency-Key for each delivery'
    await user.selectOptions(box(keys), 'The run: new keys in every run')
    expect(newest()).toEqual({ ...destination, keys: 'run' })
    await user.selectOptions(box(keys), 'Default: the record for schedules over HTTP, otherwise the run')
    expect(newest()).toEqual(destination)
  })

  it('goes with the kind of system that has answers, and no source is asked for keys', async () => {
    const { user, newest } = open(
      { ...destination, success: { statuses: ['201'] }, honoursKeys: true } as SideConfig,
      'destination',
    )
    await user.selectOptions(box('Kind of system'), 'Database')
    expect(newest()).not.toHaveProperty('success')
    expect(newest()).not.toHaveProperty('honoursKeys')
    cleanup()
    open(http)
    screen.getByText('Success criteria')
    expect(screen.queryByLabelText('The destination ignores repeated requests with the same Idempotency-Key')).toBeNull()
  })
})

it('sets how long a request may take, and what counts as a success, for every HTTP system', async () => {
  for (const side of ['source', 'destination', 'enrichment'] as const) {
    const { user, newest } = open(side === 'destination' ? { ...http, requestMethod: 'POST' } : http, side)
    await user.type(box('Response starts within (seconds)'), '4x00')
    screen.getByText('Enter 1 to 300 seconds.')
    await user.clear(box('Response starts within (seconds)'))
    expect(newest()).not.toHaveProperty('timeouts')
    await user.type(box('Response starts within (seconds)'), '240')
    await user.type(box('Response ends within (seconds)'), '90')
    screen.getByText(/end can't come before the start/)
    await user.type(box('Response ends within (seconds)'), '0')
    expect(newest()?.timeouts).toEqual({ firstByteSeconds: 240, totalSeconds: 900 })
    await user.type(box('Maximum requests per second'), '2001')
    screen.getByText('Enter 0.01 to 1,000 requests per second.')
    await user.clear(box('Maximum requests per second'))
    expect(newest()).not.toHaveProperty('requestsPerSecond')
    await user.type(box('Maximum requests per second'), '2')
    expect(newest()?.requestsPerSecond).toBe(2)
    await user.type(box('Response field (optional)'), 'ok')
    expect(newest()?.success).toEqual({ field: { path: 'ok' } })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of system' }), 'Database')
    expect(newest()).not.toHaveProperty('timeouts')
    expect(newest()).not.toHaveProperty('success')
    expect(newest()).not.toHaveProperty('requestsPerSecond')
    cleanup()
  }
})

it('takes decimals as a rate limit, and no zero', async () => {
  for (const side of ['source', 'destination', 'enrichment'] as const) {
    const { user, newest } = open(side === 'destination' ? { ...http, requestMethod: 'POST' } : http, side)
    const rate = 'Maximum requests per second'
    await user.type(box(rate), '0.')
    expect(box(rate).value).toBe('0.')
    expect(newest()).not.toHaveProperty('requestsPerSecond')
    expect(screen.queryByText('Enter 0.01 to 1,000 requests per second.')).toBeNull()
    await user.tab()
    screen.getByText('Enter 0.01 to 1,000 requests per second.')
    await user.type(box(rate), '5x')
    expect([newest()?.requestsPerSecond, box(rate).value]).toEqual([0.5, '0.5'])
    expect(screen.queryByText('Enter 0.01 to 1,000 requests per second.')).toBeNull()
    await user.clear(box(rate))
    await user.type(box(rate), '2,50')
    expect([newest()?.requestsPerSecond, box(rate).value]).toEqual([2.5, '2,50'])
    cleanup()
  }
})

describe('a plain value that looks like a secret', () => {
  const plain = 'looks like a secret. Anyone who can open this connector can read it.'

  it('is stored as one by a press, of headers, parameters, the URL and variables alike', async () => {
    const { user, newest } = open({
      ...http,
      url: 'https://a.test/x?token=t1',
      headers: [
        { key: 'X-Shop', value: `shpat_${'0a1b2c3d'.repeat(4)}` },
        { key: 'X-Auth', value: 'Key {{password}}' },
      ],
      queries: [{ key: 'api_key', value: 'k1' }],
      variables: [{ key: 'password', value: 'p1' }],
    })
    for (const name of ['token', 'X-Shop', 'api_key', 'password'])
      await user.click(screen.getByRole('button', { name: `Store “${name}” as secret` }))
    expect(newest()).toMatchObject({ url: 'https://a.test/x', headers: [], queries: [], variables: [] })
    expect(newest()?.secrets?.map(({ in: place, name }) => [place, name])).toEqual([
      ['query', 'token'],
      ['header', 'X-Shop'],
      ['query', 'api_key'],
      ['header', 'X-Auth'],
    ])
    expect(screen.queryByText(new RegExp(plain))).toBeNull()
  })

  it('says where it has to be used, where no secret can be', () => {
    open({ ...http, url: 'https://a.test/{{token}}/x', variables: [{ key: 'token', value: 't1' }] })
    screen.getByText(`“token” ${plain} To store this variable as a secret, use it only in headers or query parameters.`)
    expect(screen.queryByRole('button', { name: 'Store “token” as secret' })).toBeNull()
  })
})
