// One program has kernels for processors that differ. Whatever is not a kernel of AVX2 or AVX-512 may not contain their
// instructions, be it a kernel for older processors or a function of the standard library that the compiler made on the
// way (of which the linker keeps one copy for all).
#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

namespace {

struct Function {
    QString name;
    QStringList wide; ///< its AVX instructions
    int instructions = 0;
};

QList<Function> functions_of_the_core() {
    QProcess objdump;
    objdump.start(QStringLiteral(DISASSEMBLER), {QStringLiteral("-d"), QStringLiteral("-C"),
                                                 QStringLiteral("--no-show-raw-insn"), QStringLiteral(CORE_LIBRARY)});
    if (!objdump.waitForFinished(120'000) || objdump.exitCode() != 0) {
        return {};
    }
    static const QRegularExpression header(QStringLiteral("^[0-9a-f]+ <(.*)>:$"));
    // VEX and EVEX instructions begin with v; so do the old verr and verw, and VMX, which no compiler emits.
    static const QRegularExpression wide(QStringLiteral("^\\s+[0-9a-f]+:\\s+(v[a-z0-9]+)"));
    static const QRegularExpression any(QStringLiteral("^\\s+[0-9a-f]+:\\s+[a-z]"));
    QList<Function> functions;
    for (const QByteArray& bytes : objdump.readAllStandardOutput().split('\n')) {
        const QString line = QString::fromUtf8(bytes);
        if (const auto match = header.match(line); match.hasMatch()) {
            functions.append({match.captured(1), {}, 0});
        } else if (const auto found = wide.match(line); found.hasMatch() && !functions.isEmpty()) {
            functions.last().wide.append(found.captured(1));
        } else if (any.match(line).hasMatch() && !functions.isEmpty()) {
            ++functions.last().instructions;
        }
    }
    return functions;
}

bool is_for_avx(const QString& name) {
    return name.contains(QLatin1String("::N_AVX2::")) || name.contains(QLatin1String("::N_AVX3::"));
}

} // namespace

class InstructionUseTest : public QObject {
    Q_OBJECT

private slots:
    void avx_is_used_in_its_own_kernels_only() {
#if !defined(__x86_64__)
        QSKIP("for x86-64");
#endif
        const QList<Function> functions = functions_of_the_core();
        QVERIFY(functions.size() > 1000);
        int for_avx = 0;
        int for_ssse3 = 0;
        for (const Function& f : functions) {
            for_avx += is_for_avx(f.name) && !f.wide.isEmpty() ? 1 : 0;
            for_ssse3 += f.name.contains(QLatin1String("::N_SSSE3::")) && f.instructions > 0 ? 1 : 0;
            QVERIFY2(is_for_avx(f.name) || f.wide.isEmpty(),
                     qPrintable(f.name + QStringLiteral(": ") + f.wide.mid(0, 5).join(u' ')));
        }
        QVERIFY(for_avx > 20);
        QVERIFY(for_ssse3 > 10);
    }
};

QTEST_GUILESS_MAIN(InstructionUseTest)
#include "instruction_use_test.moc"
