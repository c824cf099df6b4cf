import type { Prompt } from './model.ts';

/*
 * Chat servers look for special tokens inside message contents, so text that spells one would end the user's turn
 * or forge another's. These are the spellings that published chat templates use.
 */
const afterAngle = [
  '\\|[^\\s<>|]{1,80}\\|?>', // <|im_end|>, <|eot_id|>, <|turn>
  '[A-Za-z_]{1,40}\\|>', // <turn|>
  '｜[^\\s<>｜]{1,80}｜>', // <｜User｜>
  '/?(?:s|bos|eos|pad|unk|mask|sop|eop|sep|think|thinking|image|img|video|audio)>',
  '(?:start|end)_of_[a-z_]{1,30}>', // <start_of_turn>
  '(?:BOS|EOS|PAD|UNK|EOP|CLS|SEP|MASK)_TOKEN>',
  '(?:unused|extra_id_|reserved_|special_)\\d{1,6}>',
  '/?(?:tool_call|tool_response|tool_calls|tools)>',
  '/?seed:[a-z_]{1,40}>',
  '</?SYS>>', // <<SYS>>
];
const afterSquare = [
  '\\|[^\\s\\[\\]|]{1,80}\\|\\]', // [|endofturn|]
  '/?(?:INST|THINK|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|IMG|gMASK|sMASK)\\]',
  'e~\\[',
];

// Only the first character is consumed: a token may begin with the last character of another.
const specials = new RegExp(
  `<(?=${afterAngle.join('|')})|\\[(?=${afterSquare.join('|')})|\\](?=~!?b[\\[\\]])`,
  'g',
);

/**
 * Takes the power from whatever in a text reads like a special token of a chat template, by a space after its first
 * character: `<|im_end|>` becomes `< |im_end|>`. Text without any comes back as it is.
 */
export function defang(text: string): string {
  return text.replace(specials, '$& ');
}

/**
 * A prompt's segments as one string, its untrusted ones without power. Neighbouring untrusted segments are looked
 * at together: a token cut in two at their border is still one.
 */
export function promptText(prompt: Prompt): string {
  let text = '';
  let untrusted = '';
  for (const segment of prompt.segments) {
    if (segment.trusted) {
      text += defang(untrusted) + segment.text;
      untrusted = '';
    } else untrusted += segment.text;
  }
  return text + defang(untrusted);
}
