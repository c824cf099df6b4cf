export { byteBpe, chatSpecials } from './byte-bpe.ts';
export { type GgufTensor, type GgufValue, type TensorType, writeGguf } from './gguf-writer.ts';
export {
  chatmlTemplate,
  pocketShape,
  type RandomGgufOptions,
  randomGguf,
  saveRandomGguf,
} from './random-gguf.ts';
export { saveRandomLora } from './random-lora.ts';
