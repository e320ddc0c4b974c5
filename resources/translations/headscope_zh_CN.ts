<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ErrorText</name>
    <message>
        <source>The text is empty or blank; write at least one word.</source>
        <translation>文本为空或只有空白；请至少输入一个词。</translation>
    </message>
    <message>
        <source>%1 is not valid UTF-8; the first bad byte is at offset %2.</source>
        <translation>%1 不是有效的 UTF-8；第一个错误字节的偏移量为 %2。</translation>
    </message>
    <message>
        <source>The text is %1 tokens long and the limit is %2; please shorten it.</source>
        <translation>文本有 %1 个词元，上限是 %2 个；请缩短文本。</translation>
    </message>
    <message>
        <source>d_model cannot be %1; it can be from %2 to %3.</source>
        <translation>d_model 不能是 %1；可以是 %2 到 %3。</translation>
    </message>
    <message>
        <source>The number of heads cannot be %1; it can be from 1 to d_model, here %2.</source>
        <translation>注意力头数不能是 %1；可以是 1 到 d_model（这里是 %2）。</translation>
    </message>
    <message>
        <source>d_model %1 cannot be split into %2 equal heads; the nearest that can are %3 and %4.</source>
        <translation>d_model %1 不能平均分成 %2 个注意力头；最接近的可用值是 %3 和 %4。</translation>
    </message>
    <message>
        <source>The temperature cannot be %1; it can be from %2 to %3.</source>
        <translation>温度不能是 %1；可以是 %2 到 %3。</translation>
    </message>
    <message>
        <source>The dropout probability cannot be %1; it can be 0 or more, and less than 1.</source>
        <translation>dropout 概率不能是 %1；它必须大于或等于 0 且小于 1。</translation>
    </message>
    <message>
        <source>d_model is %1 here, but %3 was made for d_model %2.</source>
        <translation>这里的 d_model 是 %1，但 %3 的 d_model 是 %2。</translation>
    </message>
    <message>
        <source>This needs %1 of memory and %2 are allowed; a shorter sequence or fewer heads need less.</source>
        <translation>这需要 %1 内存，而允许的是 %2；更短的序列或更少的注意力头需要的内存更少。</translation>
    </message>
    <message>
        <source>There is not enough memory for this; %1 are needed.</source>
        <translation>内存不足；需要 %1。</translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation>已中途停止。</translation>
    </message>
    <message>
        <source>The input is so large that %1 passes the range of float32; scale it down.</source>
        <translation>输入的数值太大，%1 超出了 float32 的范围；请缩小输入。</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is too large: it has %2, and at most %3 are read.</source>
        <translation>%1 太大：它有 %2，最多读取 %3。</translation>
    </message>
    <message>
        <source>%1 is not a NumPy array file (.npy).</source>
        <translation>%1 不是 NumPy 数组文件（.npy）。</translation>
    </message>
    <message>
        <source>%1 is not a valid .npy file: its header is damaged.</source>
        <translation>%1 不是有效的 .npy 文件：文件头已损坏。</translation>
    </message>
    <message>
        <source>%1 holds values of type %2, which cannot be used here; save it as float32 or float64.</source>
        <translation>%1 的数据类型是 %2，这里不能使用；请保存为 float32 或 float64。</translation>
    </message>
    <message>
        <source>%1 is damaged: its header asks for %2 bytes of values, and the file has %3.</source>
        <translation>%1 已损坏：文件头要求 %2 字节的数据，文件中有 %3 字节。</translation>
    </message>
    <message>
        <source>%1 has shape %2; it should be %3.</source>
        <translation>%1 的形状是 %2；应当是 %3。</translation>
    </message>
    <message>
        <source>%1 has shape %2 and so holds no values.</source>
        <translation>%1 的形状是 %2，因此没有任何数值。</translation>
    </message>
    <message>
        <source>%1 holds %2 at index %3; every value must be a finite number.</source>
        <translation>%1 在索引 %3 处是 %2；所有数值都必须是有限数。</translation>
    </message>
    <message>
        <source>%1 is too short to be a .safetensors file: it ends after %2 bytes.</source>
        <translation>%1 太短，不是 .safetensors 文件：它只有 %2 字节。</translation>
    </message>
    <message>
        <source>%1 is damaged: it announces a header of %2 bytes, and the file has %3.</source>
        <translation>%1 已损坏：它声明文件头有 %2 字节，文件只有 %3 字节。</translation>
    </message>
    <message>
        <source>%1 is not a valid .safetensors file: its header is damaged.</source>
        <translation>%1 不是有效的 .safetensors 文件：文件头已损坏。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2 should lie at bytes %3 to %4, and the file has %5 bytes of data.</source>
        <translation>%1 已损坏：%2 应位于第 %3 到 %4 字节，而文件有 %5 字节的数据。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2 takes %3 bytes, and its shape and type need %4.</source>
        <translation>%1 已损坏：%2 占 %3 字节，而它的形状和类型需要 %4 字节。</translation>
    </message>
    <message>
        <source>%1 is damaged: the tensors %2 and %3 overlap.</source>
        <translation>%1 已损坏：张量 %2 和 %3 重叠。</translation>
    </message>
    <message>
        <source>%1 has no tensor %2; W_q, W_k, W_v and W_o are needed, each with weight and bias.</source>
        <translation>%1 中没有张量 %2；需要 W_q、W_k、W_v 和 W_o，每个都有 weight 和 bias。</translation>
    </message>
    <message>
        <source>%1 is damaged: it names the tensor %2 more than once.</source>
        <translation>%1 已损坏：张量 %2 出现了不止一次。</translation>
    </message>
    <message>
        <source>%1 holds %2 as %3, which cannot be used here; save it as F32, F64, F16 or BF16.</source>
        <translation>%1 中 %2 的类型是 %3，这里不能使用；请保存为 F32、F64、F16 或 BF16。</translation>
    </message>
    <message>
        <source>“%1” is not a known argument; see headscope --help.</source>
        <translation>“%1”不是已知的参数；请参阅 headscope --help。</translation>
    </message>
    <message>
        <source>%1 is needed; see headscope --help.</source>
        <translation>需要 %1；请参阅 headscope --help。</translation>
    </message>
    <message>
        <source>One of %1 is needed; see headscope --help.</source>
        <translation>需要 %1 之一；请参阅 headscope --help。</translation>
    </message>
    <message>
        <source>%1 needs a value; see headscope --help.</source>
        <translation>%1 需要一个值；请参阅 headscope --help。</translation>
    </message>
    <message>
        <source>%1 also needs %2.</source>
        <translation>使用 %1 时还需要 %2。</translation>
    </message>
    <message>
        <source>%1 is given more than once.</source>
        <translation>%1 给出了不止一次。</translation>
    </message>
    <message>
        <source>%1 cannot be “%2”; allowed: %3.</source>
        <translation>%1 不能是“%2”；可以是：%3。</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be used together.</source>
        <translation>%1 和 %2 不能同时使用。</translation>
    </message>
    <message>
        <source>There is no head %1; heads count from 0, and the number of heads is %2.</source>
        <translation>没有注意力头 %1；注意力头从 0 开始计数，共有 %2 个。</translation>
    </message>
    <message>
        <source>%1 has shape %2; a mask for this text should be %3.</source>
        <translation>%1 的形状是 %2；用于此文本的掩码应当是 %3。</translation>
    </message>
    <message>
        <source>--name “%1” would give two files the name %2; {name}, {heads} and {line} keep them apart.</source>
        <translation>--name “%1”会使两个文件都叫 %2；可用 {name}、{heads} 和 {line} 区分它们。</translation>
    </message>
    <message>
        <source>There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set; “headscope attend --help” tells how to work without one.</source>
        <translation>没有可以打开窗口的显示器：DISPLAY 和 WAYLAND_DISPLAY 都没有设置；“headscope attend --help”说明如何在没有显示器时使用。</translation>
    </message>
    <message>
        <source>The window cannot be opened: %1</source>
        <translation>无法打开窗口：%1</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>its folder does not exist</source>
        <translation>所在的文件夹不存在</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是一个文件夹</translation>
    </message>
    <message>
        <source>a part of its path is not a folder</source>
        <translation>路径中有一部分不是文件夹</translation>
    </message>
    <message>
        <source>the file system is read-only</source>
        <translation>文件系统是只读的</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the disk quota is used up</source>
        <translation>磁盘配额已用完</translation>
    </message>
    <message>
        <source>the file would be larger than allowed</source>
        <translation>文件会超过允许的大小</translation>
    </message>
    <message>
        <source>its name is too long</source>
        <translation>名称太长</translation>
    </message>
    <message>
        <source>the device reports an error</source>
        <translation>设备报告错误</translation>
    </message>
    <message>
        <source>There is not enough memory for this.</source>
        <translation>内存不足。</translation>
    </message>
</context>
</TS>
