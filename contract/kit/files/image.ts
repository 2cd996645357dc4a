/** A picture as it crosses the wire. */
import Type from 'typebox'

/** `data:image/png;base64,…` of a PNG, JPEG or WebP file. */
export const ImageUrl = Type.String({
  maxLength: 200_100,
  pattern: '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$',
})
