/** The two ways in which providers are spoken to: that of OpenAI, which most hosts speak, and Anthropic's own. */
import { AiFault } from '../../settings/ai/ai-asking.ts'
import type { ChatHost } from '../../settings/ai/ai-hosts.ts'

export type ToolCall = { readonly id: string; readonly name: string; readonly input: unknown }
export type Turn =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'results'; readonly results: readonly { readonly id: string; readonly content: string }[] }
export type Tool = { readonly name: string; readonly description: string; readonly parameters: object }
export type Reply = { readonly text: string; readonly calls: readonly ToolCall[]; readonly tokens: number }

type Conversation = { readonly system: string; readonly turns: readonly Turn[]; readonly tools: readonly Tool[] }
type Dialect = {
  readonly body: (host: ChatHost, conversation: Conversation) => unknown
  /** @throws `AiFault` */
  readonly reply: (answer: unknown) => Reply
}
type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce((it: unknown, name) => {
    if (Array.isArray(it)) return typeof name === 'number' ? it[name] : undefined
    return isObject(it) && Object.hasOwn(it, name) ? it[name] : undefined
  }, value)
const textAt = (value: unknown, ...names: readonly (string | number)[]) => {
  const found = at(value, ...names)
  return typeof found === 'string' ? found : ''
}
const numberAt = (value: unknown, ...names: readonly string[]) => {
  const found = at(value, ...names)
  return typeof found === 'number' && Number.isFinite(found) && found > 0 ? Math.round(found) : 0
}

/** Calls of one reply that are looked at. */
const callsMax = 4
const unusable = () => new AiFault('sent a reply that cannot be used')
const refused = () => new AiFault('refused to respond')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const openai: Dialect = {
  body: ({ model, temperature, maxTokens }, { system, turns, tools }) => ({
    ...(model === null ? {} : { model }),
    ...{ temperature, max_tokens: maxTokens },
    messages: [
      { role: 'system', content: system },
      ...turns.flatMap((turn): object[] => {
        if (turn.role === 'user') return [{ role: 'user', content: turn.text }]
        if (turn.role === 'results') return turn.results.map(({ id, content }) => ({ role: 'tool', tool_call_id: id, content }))
        const calls = turn.calls.map(({ id, name, input }) => ({
          ...{ id, type: 'function', function: { name, arguments: JSON.stringify(input ?? {}) } },
        }))
        return [{ role: 'assistant', content: turn.text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
      }),
    ],
    tools: tools.map((tool) => ({ type: 'function', function: tool })),
  }),
  reply(answer) {
    const message = at(answer, 'choices', 0, 'message')
    if (!isObject(message)) throw unusable()
    if (textAt(message, 'refusal') !== '' || textAt(answer, 'choices', 0, 'finish_reason') === 'content_filter') throw refused()
    const list = at(message, 'tool_calls')
    const calls = (Array.isArray(list) ? list : []).slice(0, callsMax).map((it: unknown) => ({
      ...{ id: textAt(it, 'id'), name: textAt(it, 'function', 'name'), input: parsed(textAt(it, 'function', 'arguments')) },
    }))
    return { text: textAt(message, 'content'), calls, tokens: numberAt(answer, 'usage', 'total_tokens') }
  },
}

const anthropic: Dialect = {
  body: ({ model, temperature, maxTokens }, { system, turns, tools }) => ({
    ...{ model, temperature, max_tokens: maxTokens, system },
    messages: turns.map((turn) => {
      if (turn.role === 'user') return { role: 'user', content: turn.text }
      if (turn.role === 'results')
        return {
          role: 'user',
          content: turn.results.map(({ id, content }) => ({ type: 'tool_result', tool_use_id: id, content })),
        }
      const blocks = turn.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input: input ?? {} }))
      return { role: 'assistant', content: [...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]), ...blocks] }
    }),
    tools: tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
  }),
  reply(answer) {
    const blocks = at(answer, 'content')
    if (!Array.isArray(blocks)) throw unusable()
    if (textAt(answer, 'stop_reason') === 'refusal') throw refused()
    const of = (type: string) => blocks.filter((it: unknown) => textAt(it, 'type') === type)
    return {
      text: of('text')
        .map((it: unknown) => textAt(it, 'text'))
        .join(''),
      calls: of('tool_use')
        .slice(0, callsMax)
        .map((it: unknown) => ({ id: textAt(it, 'id'), name: textAt(it, 'name'), input: at(it, 'input') })),
      tokens: numberAt(answer, 'usage', 'input_tokens') + numberAt(answer, 'usage', 'output_tokens'),
    }
  },
}

export const dialects: Readonly<Record<ChatHost['dialect'], Dialect>> = { openai, anthropic }
