import { describe, expect, it } from 'vitest';
import { sniff } from './sniff.ts';

const bytes = (latin: string) => Buffer.from(latin, 'latin1');

describe('sniff', () => {
  it.each([
    ['%PDF-1.7\n', '', 'pdf'],
    ['PK\x03\x04rest', 'book.txt', 'zip'],
    ['\x1f\x8b\x08\0', '', 'gzip'],
    ['plain words', 'page.html', 'html'],
    ['<!DOCTYPE html><p>', '', 'html'],
    ['\xef\xbb\xbf<?xml version="1.0"?>\n<html xmlns="x">', 'page', 'html'],
    ['<!doctype html>', 'how-to.md', 'text'],
    ['{"a":1}', 'data.unknown', 'text'],
    ['BMW makes cars, MZ made motorcycles', '', 'text'],
    ['ID3 tags explained', '', 'text'],
    ['', 'empty', 'text'],
    ['\x1b[31mred\x1b[0m log\n', 'a.log', 'text'],
  ])('%j named %j is %s', (content, name, format) => {
    expect(sniff(bytes(content), name).format).toBe(format);
  });

  it.each([
    ['\xff\xd8\xff\xe0', 'a JPEG image'],
    ['RIFF\x10\0\0\0WAVE', 'a WAV recording'],
    ['\0\0\0\x18ftypmp42', 'an MP4 video or recording'],
    ['\x7fELF\x02', 'a program (ELF)'],
    ['SQLite format 3\0', 'an SQLite database'],
    ['GGUF\x03\0\0\0', 'a GGUF model'],
    [`${'dir/'.padEnd(257, '\0')}ustar`, 'a tar archive'],
    ['{\\rtf1 Hello}', 'an RTF document'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an old Office file (.doc, .xls or .ppt)'],
  ])('%j is %s, whatever its name', (content, what) => {
    expect(sniff(bytes(content), 'notes.txt')).toMatchObject({ format: 'binary', what });
  });

  it('tells random bytes from text in an old encoding', () => {
    let state = 1;
    const random = Uint8Array.from({ length: 8192 }, () => {
      state = (state * 48271) % 2147483647;
      return state & 255;
    });
    expect(sniff(random).format).toBe('binary');
    // "Война и мир" in windows-1251.
    const russian = bytes('\xc2\xee\xe9\xed\xe0 \xe8 \xec\xe8\xf0 '.repeat(100));
    expect(sniff(russian).format).toBe('text');
  });
});
