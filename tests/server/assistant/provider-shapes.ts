/** Replies and errors of chat providers in the shapes that their documentations give. */
import { expect } from 'vitest'
import type { ChatProvider } from '#contract/settings/ai/ai-limits.ts'

export type Shapes = {
  readonly says: (text: string) => unknown
  readonly asks: (name: string, input: unknown) => unknown
  /** What the next request holds of the result of a call. */
  readonly resultOf: (callId: string) => object
}

const completion = (message: object, finish: string) => ({
  ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_760_000_000, model: 'tiny-2026' },
  choices: [{ index: 0, message: { role: 'assistant', refusal: null, ...message }, logprobs: null, finish_reason: finish }],
  usage: { prompt_tokens: 60, completion_tokens: 40, total_tokens: 100 },
})
const message = (content: readonly object[], stop: string) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'tiny-2026', content, stop_reason: stop, stop_sequence: null },
  usage: { input_tokens: 60, output_tokens: 40 },
})

export const replies: Readonly<Record<'openai' | 'anthropic', Shapes>> = {
  openai: {
    says: (content) => completion({ content }, 'stop'),
    asks: (name, input) =>
      completion(
        { content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(input) } }] },
        'tool_calls',
      ),
    resultOf: (id) => ({
      messages: expect.arrayContaining([
        expect.objectContaining({ role: 'assistant', tool_calls: [expect.objectContaining({ id, type: 'function' })] }),
        expect.objectContaining({ role: 'tool', tool_call_id: id }),
      ]),
    }),
  },
  anthropic: {
    says: (text) => message([{ type: 'text', text }], 'end_turn'),
    asks: (name, input) => message([{ type: 'tool_use', id: 'call_1', name, input }], 'tool_use'),
    resultOf: (id) => ({
      system: expect.any(String),
      messages: expect.arrayContaining([
        { role: 'assistant', content: [expect.objectContaining({ type: 'tool_use', id })] },
        { role: 'user', content: [expect.objectContaining({ type: 'tool_result', tool_use_id: id })] },
      ]),
    }),
  },
}

type Failed = { readonly status: number; readonly body: unknown }
type Refusals = {
  readonly key: Failed
  readonly limit: unknown
  readonly fault: Failed
  readonly model: unknown
  /** By its own rules, or those of the host. */
  readonly content: Failed
}

const openaiError = (type: string, code: string | null) => ({ error: { message: 'No.', type, param: null, code } })
const openai: Refusals = {
  key: { status: 401, body: openaiError('invalid_request_error', 'invalid_api_key') },
  limit: openaiError('requests', 'rate_limit_exceeded'),
  fault: { status: 500, body: openaiError('server_error', null) },
  model: openaiError('invalid_request_error', 'model_not_found'),
  content: { status: 200, body: completion({ content: null, refusal: 'I cannot help with that.' }, 'stop') },
}

const azureError = (code: string) => ({ error: { code, message: 'No.' } })
/** Google's errors come as a list where its host speaks OpenAI's dialect. */
const googleError = (code: number, status: string, details: readonly object[] = []) => [
  { error: { code, message: 'No.', status, details } },
]
const anthropicError = (type: string) => ({ type: 'error', error: { type, message: 'No.' }, request_id: 'req_1' })

export const refusals: Readonly<Record<ChatProvider, Refusals>> = {
  openai,
  chatgpt: openai,
  azure: {
    key: { status: 401, body: azureError('401') },
    limit: azureError('429'),
    fault: { status: 503, body: azureError('503') },
    model: azureError('DeploymentNotFound'),
    content: {
      status: 400,
      body: {
        error: {
          ...{ message: 'The response was filtered.', type: null, param: 'prompt', code: 'content_filter', status: 400 },
          innererror: {
            code: 'ResponsibleAIPolicyViolation',
            content_filter_result: { hate: { filtered: true, severity: 'high' } },
          },
        },
      },
    },
  },
  gemini: {
    key: {
      status: 400,
      body: googleError(400, 'INVALID_ARGUMENT', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
      ]),
    },
    limit: googleError(429, 'RESOURCE_EXHAUSTED'),
    fault: { status: 503, body: googleError(503, 'UNAVAILABLE') },
    model: googleError(404, 'NOT_FOUND'),
    content: { status: 200, body: completion({ content: null }, 'content_filter') },
  },
  anthropic: {
    key: { status: 401, body: anthropicError('authentication_error') },
    limit: anthropicError('rate_limit_error'),
    fault: { status: 529, body: anthropicError('overloaded_error') },
    model: anthropicError('not_found_error'),
    content: { status: 200, body: message([], 'refusal') },
  },
}
