/** What a person writes about a public connector, as texts; and what is sent of it. */
import type { Template } from '../../../contract/template.ts'

export type Given = Pick<Template, 'name' | 'description' | 'category' | 'tags'>
export type PublicationField = keyof Given
export type Written = Readonly<Record<PublicationField, string>>

export const nothingWritten: Written = { name: '', description: '', category: '', tags: '' }

export const writtenOf = ({ name, description, category, tags }: Given): Written => ({
  name,
  description,
  category,
  tags: tags.join(', '),
})

/** Tags are parted by commas; each stands once. */
export const givenOf = ({ name, description, category, tags }: Written): Given => ({
  name: name.trim(),
  description: description.trim(),
  category: category.trim(),
  tags: [...new Set(tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
})

/** Whether something, whatever it is, was written here. */
export const isWritten = (it: unknown): it is Written =>
  Object.keys(nothingWritten).every((field) => typeof (Object(it) as Record<string, unknown>)[field] === 'string')
